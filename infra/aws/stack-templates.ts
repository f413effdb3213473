import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { build, stop } from 'esbuild';
import { parse } from 'yaml';

/**
 * Lists the stacks other than that of the service. Each has a template infra/aws/NAME.yml; all other YAML files in that folder are
 * parts of serverless.yml.
 * @returns the names of the stacks, in alphabetical order
 */
export async function listStackTemplates(): Promise<readonly string[]> {
  const files = (await readdir(import.meta.dirname)).filter((file) => file.endsWith('.yml'));
  const texts = await Promise.all(
    files.map(async (file) => readFile(join(import.meta.dirname, file), 'utf8')),
  );
  return files
    .filter((_file, index) => texts[index]?.includes('AWSTemplateFormatVersion') === true)
    .map((file) => file.replace(/\.yml$/, ''))
    .toSorted();
}

/** The limit for a template that CloudFormation does not read from a bucket. */
const maxTemplateBytes = 51_200;

const root = resolve(import.meta.dirname, '../..');

/**
 * Reads the template of a stack in the form that is sent to CloudFormation: as JSON, because it does not accept YAML aliases, and
 * with the code of its functions.
 * @throws Error if it is larger than CloudFormation accepts without a bucket
 */
export async function readStackTemplate(name: string): Promise<string> {
  const yaml = await readFile(join(import.meta.dirname, `${name}.yml`), 'utf8');
  const code = yaml.includes('BUNDLE ') ? await bundleFunction('rotate-password') : '';
  const insertCode = (_key: unknown, value: unknown): unknown =>
    value === 'BUNDLE rotate-password' ? code : value;
  const template: unknown = parse(yaml, insertCode, { merge: true });
  const text = JSON.stringify(template);
  const bytes = Buffer.byteLength(text);
  if (bytes > maxTemplateBytes) {
    throw new Error(`The template ${name} has ${bytes} bytes, over ${maxTemplateBytes}.`);
  }
  return text;
}

/** Bundles a function without the AWS SDK, which Lambda provides. It is CommonJS, because Lambda runs code in a template as such. */
async function bundleFunction(name: string): Promise<string> {
  try {
    const { outputFiles } = await build({
      absWorkingDir: root,
      entryPoints: [`infra/aws/${name}.ts`],
      bundle: true,
      write: false,
      minify: true,
      platform: 'node',
      target: 'node24',
      format: 'cjs',
      external: ['@aws-sdk/*'],
      logLevel: 'silent',
    });
    return outputFiles[0]?.text ?? '';
  } finally {
    await stop();
  }
}
