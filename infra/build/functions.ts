import { glob, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { build, stop, version, type BuildOptions, type OutputFile } from 'esbuild';

import { cachedFolder, fingerprint } from './cache.ts';
import { omitUnusedImports } from './omit-unused-imports.ts';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * How functions are built. `shared`: what several need is in files that they share, to load many in one process. `alone`: each
 * is one small file with all that it needs, as AWS gets it.
 */
export type BuildForm = 'shared' | 'alone';

/** The handlers: one file an endpoint. */
const handlers = 'functions/*/*.ts';
/** All that a build reads. */
const sources = [
  '{functions,lib}/**/*.{ts,json}',
  'infra/aws/credentials-from-environment.ts',
  'infra/build/omit-unused-imports.ts',
  'package-lock.json',
];

function options(form: BuildForm): BuildOptions {
  return {
    outbase: '.',
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    // Without these the ESM bundle of the AWS SDK asks for `require`.
    mainFields: ['module', 'main'],
    // The whole chain of credential providers is 117 KB; a function has its own in the environment.
    alias: {
      '@aws-sdk/credential-provider-node': './infra/aws/credentials-from-environment.ts',
    },
    plugins: [omitUnusedImports],
    // A stack trace names the file and line of the source; the source itself stays here.
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'silent',
    ...(form === 'shared'
      ? { splitting: true, chunkNames: 'shared/[name]-[hash]' }
      : { minify: true }),
  };
}

/**
 * Builds all functions at once. What was built before from the same sources is not built again.
 * @param project the folder of the project; another one than this for tests
 * @returns the folder where they are, each at the path of its source and with the ending `.mjs`
 * @throws BuildFailure of esbuild, which lists what is wrong in the sources
 */
export async function buildFunctions(form: BuildForm, project = root): Promise<string> {
  // Source maps hold the way from the cache to the sources.
  const settings = { ...options(form), version, project: path.relative(root, project) };
  const key = await fingerprint({ files: sources, folder: project, settings });
  return cachedFolder(`functions-${form}`, key, (folder) => buildInto(folder, form, project));
}

async function buildInto(folder: string, form: BuildForm, project: string): Promise<void> {
  // Source maps name sources by the way to them: here from where the files are, in AWS from where they will be.
  const outdir = form === 'shared' ? folder : project;
  const outputs = await runBuild({
    ...options(form),
    absWorkingDir: project,
    entryPoints: await Array.fromAsync(glob(handlers, { cwd: project })),
    outdir,
  });
  for (const file of outputs) {
    const target = path.join(folder, path.relative(outdir, file.path));
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, file.contents);
  }
}

let underWay = 0;

/** The builder is a process that keeps what it has read, and would stay for as long as this one: the last build ends it. */
async function runBuild(chosen: BuildOptions): Promise<readonly OutputFile[]> {
  underWay += 1;
  try {
    const { outputFiles } = await build({ ...chosen, write: false });
    return outputFiles;
  } finally {
    underWay -= 1;
    if (underWay === 0) await stop();
  }
}
