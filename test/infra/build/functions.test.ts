import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { buildFunctions, type BundleMode } from '../../../infra/build/functions.ts';

const run = promisify(execFile);

let project: string;
const builds = new Set<string>();

async function buildProject(form: BundleMode): Promise<string> {
  const folder = await buildFunctions(form, project);
  builds.add(folder);
  return folder;
}

// Creates a project with two functions that share a module. The module throws an error.
beforeAll(async () => {
  project = await mkdtemp(path.join(tmpdir(), 'heritage-build-'));
  await mkdir(path.join(project, 'functions/things'), { recursive: true });
  await mkdir(path.join(project, 'lib'));
  const failing =
    "export function fail(message: string): never {\n  throw new Error(message ?? 'none');\n}\n";
  await writeFile(path.join(project, 'lib/failing.ts'), failing);
  for (const name of ['get', 'put']) {
    const source = `import { fail } from '../../lib/failing.ts';\n\nexport const handler = (): never => fail('${name}');\n`;
    await writeFile(path.join(project, `functions/things/${name}.ts`), source);
  }
});

afterAll(async () => {
  for (const folder of [project, ...builds]) await rm(folder, { recursive: true, force: true });
});

/** The stack trace of a built function, in a Node process with the options of AWS. */
async function readTrace(folder: string, file: string): Promise<string> {
  const url = pathToFileURL(path.join(folder, file)).href;
  const script = `try { (await import('${url}')).handler(); } catch (error) { console.log(error.stack); }`;
  const { stdout } = await run(process.execPath, [
    '--enable-source-maps',
    '--input-type=module',
    '--eval',
    script,
  ]);
  return stdout;
}

describe('a build for one process', () => {
  it('has shared code in separate files', async () => {
    const folder = await buildProject('shared');
    expect(await readdir(path.join(folder, 'shared'))).toHaveLength(2);
  });

  it('has the files and lines of the sources in stack traces', async () => {
    const folder = await buildProject('shared');
    const trace = await readTrace(folder, 'functions/things/get.mjs');
    expect(trace).toContain(`${project}/lib/failing.ts:2:`);
    expect(trace).toContain(`${project}/functions/things/get.ts:3:`);
  });
});

describe('a build for AWS', () => {
  it('has one file for each function, with a source map', async () => {
    const folder = await buildProject('alone');
    const files = (await readdir(folder, { recursive: true })).filter((name) => /\.m/.test(name));
    expect(files.toSorted()).toEqual([
      'functions/things/get.mjs',
      'functions/things/get.mjs.map',
      'functions/things/put.mjs',
      'functions/things/put.mjs.map',
    ]);
  });

  it('has the files and lines of the sources in stack traces, relative to the folder in AWS', async () => {
    const folder = await buildProject('alone');
    const trace = await readTrace(folder, 'functions/things/put.mjs');
    expect(trace).toContain(`${folder}/lib/failing.ts:2:`);
    expect(trace).toContain(`${folder}/functions/things/put.ts:3:`);
  });
});

describe('building', () => {
  it('reports the errors in the sources', async () => {
    const broken = await mkdtemp(path.join(tmpdir(), 'heritage-broken-'));
    await mkdir(path.join(broken, 'functions/things'), { recursive: true });
    await writeFile(path.join(broken, 'functions/things/get.ts'), "import './nothing.ts';\n");
    await expect(buildFunctions('alone', broken)).rejects.toThrow('Could not resolve');
    await rm(broken, { recursive: true });
  });
});
