import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { placeholderBaseUrl } from '../../lib/http/description/description.ts';
import { functionsYaml } from './functions.ts';
import {
  loadOperations,
  loadSchedules,
  type DeclaredOperation,
  type DeclaredSchedule,
} from './operations.ts';
import { listAllowedMethods, listPageResources } from './allowed-methods.ts';
import { openApiDocument, type OpenApiDocumentOptions } from './openapi/document.ts';
import { examplesFile, readExamples } from './openapi/examples.ts';

/** A file that is written from the operations, whole or in part. */
export type GeneratedFile = { readonly path: string; readonly text: string };

const root = new URL('../../', import.meta.url);
const serverlessFile = 'serverless.yml';
const allowedMethodsFile = 'lib/http/methods/allowed-methods.generated.ts';
const openApiFile = 'lib/http/description/openapi.generated.json';
const ogcFile = 'lib/http/description/ogc.generated.json';

const begin = '# From here to the next such line `npm run generate` writes from the operations.\n';
const end = '# What follows is written by hand again.\n';

/**
 * Where a file of the project is.
 * @param path from the root of the project
 */
export function projectPath(path: string): string {
  return fileURLToPath(new URL(path, root));
}

/**
 * Puts the functions between the two lines that mark their place.
 * @param yaml serverless.yml as it is
 * @throws Error when a mark is not there once
 */
export function replaceFunctions(
  yaml: string,
  operations: readonly DeclaredOperation[],
  schedules: readonly DeclaredSchedule[] = [],
): string {
  const [head, functions, ...more] = yaml.split(begin);
  const [, tail, ...others] = functions?.split(end) ?? [];
  if (tail === undefined || more.length + others.length > 0) {
    throw new Error(
      `serverless.yml must have each of these lines once, in this order:\n${begin}${end}`,
    );
  }
  return `${head}${begin}${functionsYaml(operations, schedules)}\n${end}${tail}`;
}

function allowedMethodsModule(declared: readonly DeclaredOperation[]): string {
  const operations = declared.map(({ operation }) => operation);
  const lines = [...listAllowedMethods(operations)].map(
    ([resource, allow]) => `  '${resource}': '${allow}',\n`,
  );
  const pageLines = listPageResources(operations).map((resource) => `  '${resource}',\n`);
  return `// Written by \`npm run generate\` from the operations.

/** What the header \`Allow\` says of each resource of the API that has an operation. */
export const allowedMethods: Readonly<Record<string, string>> = {
${lines.join('')}};

/** The resources of the API that have pages for a browser. */
export const pages: ReadonlySet<string> = new Set([
${pageLines.join('')}]);
`;
}

/** A description of operations, at an address that is replaced by that of the service. */
async function openApiText(
  operations: readonly DeclaredOperation[],
  options: Pick<OpenApiDocumentOptions, 'version' | 'below'>,
): Promise<string> {
  const examples = await readExamples(projectPath(examplesFile));
  const described = operations.map(({ handler, ...one }) => ({
    ...one,
    subject: handler.split('/')[1] ?? '',
  }));
  const document = openApiDocument(described, {
    ...options,
    baseUrl: placeholderBaseUrl,
    examples,
  });
  return `${JSON.stringify(document, null, 1)}\n`;
}

/**
 * What `npm run generate` writes.
 * @throws Error when the operations contradict each other, or serverless.yml has no place for the functions
 */
export async function generateFiles(): Promise<readonly GeneratedFile[]> {
  const operations = await loadOperations();
  const yaml = await readFile(projectPath(serverlessFile), 'utf8');
  return [
    { path: serverlessFile, text: replaceFunctions(yaml, operations, await loadSchedules()) },
    { path: allowedMethodsFile, text: allowedMethodsModule(operations) },
    { path: openApiFile, text: await openApiText(operations, { version: '3.1' }) },
    { path: ogcFile, text: await openApiText(operations, { version: '3.0', below: '/ogc' }) },
  ];
}
