import { glob, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { version, type BuildOptions } from 'esbuild';

import { buildAssets } from './assets.ts';
import { lazyBuiltinModules } from './builtin-modules.ts';
import { ensureCachedFolder, computeFingerprint } from './cache.ts';
import { omitJsonSchema } from './omit-json-schema.ts';
import { runBuild } from './run-build.ts';
import { omitUnusedProtocols } from './unused-protocols.ts';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * `shared`: functions share common files, so that one process can load many functions. `alone`: each function is one small file
 * without imports of other files, for AWS.
 */
export type BundleMode = 'shared' | 'alone';

/** The folder of the static files of pages in a build. */
export const assetFolder = 'assets';

const handlerPattern = 'functions/*/*.ts';
/** All files that a build reads. */
const sourcePatterns = [
  '{functions,lib}/**/*.{ts,json}',
  'infra/build/credentials-from-environment.ts',
  'infra/build/{assets,builtin-modules,omit-json-schema,unused-protocols,world-outlines}.ts',
  'package-lock.json',
];

function buildOptions(mode: BundleMode): BuildOptions {
  return {
    outbase: '.',
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    // Without these, the ESM bundle of the AWS SDK calls `require`, which does not exist in ESM.
    mainFields: ['module', 'main'],
    // The credential provider chain of the AWS SDK has 117 KB. Functions do not need it: their credentials are in the environment.
    alias: {
      '@aws-sdk/credential-provider-node': './infra/build/credentials-from-environment.ts',
    },
    // It loads a native library from its own folder, so it is as it is in the archive of the only function that uses it (native-packages.ts).
    external: ['sharp'],
    plugins: [omitJsonSchema, omitUnusedProtocols, lazyBuiltinModules],
    // Stack traces need the files and lines of the sources, but not their text.
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'silent',
    ...(mode === 'shared'
      ? { splitting: true, chunkNames: 'shared/[name]-[hash]' }
      : { minify: true }),
  };
}

/**
 * Builds all functions at once, or returns the cached build of the same sources.
 * @param project the folder of the project; tests build other projects
 * @returns the folder of the bundles. The path of a bundle in it is that of its source, with the extension `.mjs`
 * @throws the error of esbuild, which lists the errors in the sources
 */
export async function buildFunctions(mode: BundleMode, project = root): Promise<string> {
  // Source maps contain the relative path from the cache to the sources.
  const settings = { ...buildOptions(mode), version, project: path.relative(root, project) };
  const key = await computeFingerprint({ files: sourcePatterns, folder: project, settings });
  return ensureCachedFolder(`functions-${mode}`, key, (folder) => buildInto(folder, mode, project));
}

async function buildInto(folder: string, mode: BundleMode, project: string): Promise<void> {
  // Source maps contain paths relative to the output: for `shared` it is the cache, for `alone` the root of a deployed function.
  const outdir = mode === 'shared' ? folder : project;
  const { outputFiles } = await runBuild({
    ...buildOptions(mode),
    absWorkingDir: project,
    entryPoints: await Array.fromAsync(glob(handlerPattern, { cwd: project })),
    outdir,
  });
  for (const file of outputFiles) {
    await writeInto(folder, path.relative(outdir, file.path), file.contents);
  }
  if (project !== root) return;
  for (const { name, content } of (await buildAssets()).assets) {
    await writeInto(folder, path.join(assetFolder, name), content);
  }
}

async function writeInto(folder: string, name: string, content: Uint8Array): Promise<void> {
  const target = path.join(folder, name);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, content);
}
