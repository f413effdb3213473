import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

import * as z from 'zod';

import { listStackTemplates, readStackTemplate } from './stack-templates.ts';
import { unzip } from '../build/zip.ts';

const runFile = promisify(execFile);

const templateSchema = z.object({
  Resources: z.record(
    z.string(),
    z.looseObject({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).optional() }),
  ),
  Conditions: z.record(z.string(), z.unknown()).optional(),
  Outputs: z.record(z.string(), z.unknown()).optional(),
});

/** The CloudFormation template of the service, as far as this project reads it. */
export type Template = z.output<typeof templateSchema>;

const bundleSchema = z.object({
  functionName: z.string(),
  file: z.string(),
  bytes: z.number(),
  zippedBytes: z.number(),
});

/** The bundle of one function, extracted from its archive, with its sizes in bytes. */
export type Bundle = Readonly<z.output<typeof bundleSchema>>;

export type PackagedService = {
  readonly template: Template;
  readonly bundles: readonly Bundle[];
  /** The template files of all stacks, the stack of the service first. */
  readonly templateFiles: readonly string[];
};

const root = resolve(import.meta.dirname, '../..');
const templateName = 'cloudformation-template-update-stack.json';
const stacksFolder = 'stacks';
const bundleListName = 'bundles.json';

/** Required settings for packaging without a deployment. The credentials are never used. */
const dummySettings = {
  HDS_BASE_URL: 'https://heritage.example.org',
  AWS_ACCESS_KEY_ID: 'none',
  AWS_SECRET_ACCESS_KEY: 'none',
  AWS_EC2_METADATA_DISABLED: 'true',
  SLS_NOTIFICATIONS_MODE: 'off',
};

/**
 * Creates a temporary copy of the project, because the packager writes into its project. With a copy, it can run twice at the
 * same time, and it leaves no files here.
 */
async function createTemporaryProject(): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), 'heritage-data-service-'));
  // Copied, because the packager does not accept a link to this file.
  await cp(join(root, 'serverless.yml'), join(project, 'serverless.yml'));
  for (const name of ['package.json', 'infra', 'node_modules']) {
    await symlink(join(root, name), join(project, name));
  }
  return project;
}

/** Extracts the archive of a function. */
async function extractBundle(archive: string, directory: string): Promise<Bundle> {
  const zipped = await readFile(join(directory, archive));
  const functionName = archive.replace(/\.zip$/, '');
  const [bundle, ...otherFiles] = unzip(zipped);
  if (bundle === undefined) throw new Error(`${archive} is empty.`);
  const folder = join('bundles', functionName);
  for (const { path, content } of [bundle, ...otherFiles]) {
    const file = join(directory, folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  return {
    functionName,
    file: join(folder, bundle.path),
    bytes: bundle.content.length,
    zippedBytes: zipped.length,
  };
}

/**
 * Runs the packager on a temporary copy of the project.
 * @param copyResult copies what is needed from the folder with the package, which is deleted afterwards
 */
async function runPackager(
  stage: string,
  contents: 'everything' | 'template',
  copyResult: (packageFolder: string) => Promise<void>,
): Promise<void> {
  const packager = join(root, 'node_modules/serverless/bin/serverless.js');
  const project = await createTemporaryProject();
  try {
    await runFile(process.execPath, [packager, 'package', '--stage', stage], {
      cwd: project,
      env: { ...dummySettings, ...process.env, HDS_PACKAGE: contents },
    }).catch((error: unknown) => {
      throw new Error(`Packaging failed.\n${formatProcessOutput(error)}`, { cause: error });
    });
    await copyResult(join(project, '.serverless'));
  } finally {
    await rm(project, { recursive: true, force: true });
  }
}

/** Returns the output of a failed process. */
function formatProcessOutput(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const streams = [Reflect.get(error, 'stdout'), Reflect.get(error, 'stderr')];
  return streams.filter((text) => typeof text === 'string').join('\n');
}

/**
 * Packages the service: the templates, and one bundle for each function. This needs neither a network nor credentials.
 * @param directory an absolute path; its previous content is replaced
 * @param stage the stage of the template
 * @throws Error with the output of the packager
 */
export async function packageService(directory: string, stage: string): Promise<PackagedService> {
  await runPackager(stage, 'everything', async (packageFolder) => {
    await rm(directory, { recursive: true, force: true });
    await cp(packageFolder, directory, { recursive: true });
  });
  const archives = (await readdir(directory)).filter((name) => name.endsWith('.zip')).toSorted();
  const bundles = await Promise.all(archives.map((archive) => extractBundle(archive, directory)));
  await mkdir(join(directory, stacksFolder), { recursive: true });
  for (const name of await listStackTemplates()) {
    await writeFile(join(directory, stacksFolder, `${name}.json`), await readStackTemplate(name));
  }
  await writeFile(join(directory, bundleListName), JSON.stringify(bundles));
  return readPackage(directory);
}

/**
 * Writes only the template of the service, which unlike the bundles does not depend on the code of the functions.
 * @param file an absolute path
 * @throws Error with the output of the packager
 */
export async function packageTemplate(file: string, stage: string): Promise<void> {
  await runPackager(stage, 'template', (packageFolder) =>
    cp(join(packageFolder, templateName), file),
  );
}

export async function readTemplate(file: string): Promise<Template> {
  return templateSchema.parse(JSON.parse(await readFile(file, 'utf8')));
}

/** Reads a packaged service. @throws Error if there is none in the directory */
export async function readPackage(directory: string): Promise<PackagedService> {
  const bundleList = await readFile(join(directory, bundleListName), 'utf8');
  const bundles = z.array(bundleSchema).parse(JSON.parse(bundleList));
  const stacks = (await readdir(join(directory, stacksFolder))).toSorted();
  return {
    templateFiles: [templateName, ...stacks.map((name) => join(stacksFolder, name))].map((name) =>
      join(directory, name),
    ),
    template: await readTemplate(join(directory, templateName)),
    bundles: bundles.map((bundle) => ({ ...bundle, file: join(directory, bundle.file) })),
  };
}
