import { execFile } from 'node:child_process';
import { copyFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { installPythonPrograms } from '../../support/python-programs.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../../..');

/** The npm packages of the TypeScript generator and of the compiler that the generator needs. */
const generatorPackages = ['@hey-api/openapi-ts@0.99.0', 'typescript@5.9.3'];

/** Runs a program that calls several operations with a generated client. @returns the JSON that the program prints */
export type ClientTour = (...parameters: readonly string[]) => Promise<unknown>;

async function runForJson(
  program: string,
  parameters: readonly string[],
  cwd: string,
): Promise<unknown> {
  return JSON.parse((await run(program, [...parameters], { cwd })).stdout);
}

async function runProgram(commandLine: readonly string[], cwd: string): Promise<void> {
  const [program = '', ...parameters] = commandLine;
  await run(program, parameters, { cwd, maxBuffer: 100_000_000 });
}

const compilerOptions = {
  strict: true,
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  module: 'nodenext',
  types: ['node'],
  typeRoots: [path.join(root, 'node_modules/@types')],
  skipLibCheck: true,
  noUncheckedIndexedAccess: true,
};

/**
 * Generates a client in TypeScript with @hey-api/openapi-ts, and compiles it together with tour.ts.
 * @param folder an empty folder
 * @throws Error with the message of the generator or the compiler
 */
export async function buildTypeScriptClient(
  description: string,
  folder: string,
): Promise<ClientTour> {
  await copyFile(path.join(import.meta.dirname, 'tour.ts'), path.join(folder, 'tour.ts'));
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
  const output = { path: 'generated', module: { extension: '.js' } };
  const plugins = ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'];
  const options = JSON.stringify({ input: description, output, plugins });
  await writeFile(path.join(folder, 'options.mjs'), `export default ${options};\n`);
  const configuration = JSON.stringify({ compilerOptions, files: ['tour.ts'] });
  await writeFile(path.join(folder, 'tsconfig.json'), configuration);
  const packages = generatorPackages.map((name) => `--package=${name}`);
  const generator = ['openapi-ts', '--file', 'options.mjs', '--no-log-file'];
  await runProgram(['npm', 'exec', '--yes', ...packages, '--', ...generator], folder);
  await runProgram([path.join(root, 'node_modules/.bin/tsc'), '-p', 'tsconfig.json'], folder);
  return async (...parameters) => runForJson(process.execPath, ['tour.js', ...parameters], folder);
}

/** The generated code needs no formatting. Media types that the generator does not know are named by one that it reads in the same way. */
const pythonOptions = {
  post_hooks: [],
  content_type_overrides: {
    'application/vnd.mapbox-vector-tile': 'application/octet-stream',
    'application/x-protobuf': 'application/octet-stream',
    'application/xml': 'text/html',
  },
};

/**
 * Generates a client in Python with openapi-python-client. tour.py imports all its modules.
 * @param folder an empty folder
 * @throws Error with the message of the generator
 */
export async function buildPythonClient(description: string, folder: string): Promise<ClientTour> {
  await copyFile(path.join(import.meta.dirname, 'tour.py'), path.join(folder, 'tour.py'));
  await writeFile(path.join(folder, 'options.json'), JSON.stringify(pythonOptions));
  const programs = await installPythonPrograms(
    'conformance-python',
    path.join(root, 'test/conformance/requirements.txt'),
  );
  const generator = path.join(programs, 'openapi-python-client');
  const output = ['--output-path=generated', '--meta=none', '--fail-on-warning'];
  const options = ['--config=options.json', `--path=${description}`, ...output];
  await runProgram([generator, 'generate', ...options], folder);
  const python = path.join(programs, 'python');
  return async (...parameters) => runForJson(python, ['tour.py', ...parameters], folder);
}
