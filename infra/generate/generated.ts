import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { buildAssets } from '../build/assets.ts';
import { placeholderBaseUrl } from '../../lib/http/description/description-response.ts';
import { listVariables } from './environment.ts';
import { readSchema } from '../schema/read-schema.ts';
import { computeSchemaVersion } from '../schema/schema-version.ts';
import { writeSettingsPage } from '../settings/settings-page.ts';
import { writeFunctionsYaml } from './functions.ts';
import { writeLayerRules } from './layers.ts';
import { loadOperations, loadSchedules, type DeclaredOperation } from './operations.ts';
import { listAllowedMethods, listFormResources, listPageResources } from './allowed-methods.ts';
import { readRules, writeRulesPage } from './rules/rules-page.ts';
import { createOpenApiDocument, type OpenApiDocumentOptions } from './openapi/document.ts';
import { readExamples } from './openapi/examples.ts';
import { writeMessagesModule, writeMessageValuesModule } from './words/word-modules.ts';

/** A generated file; of docs/settings.md only a part is generated. */
export type GeneratedFile = { readonly path: string; readonly text: string };

const root = new URL('../../', import.meta.url);
const functionsFile = 'infra/aws/functions.generated.yml';
const layersFile = 'infra/generate/layers.generated.json';
const rulesPage = 'docs/where-rules-stand.md';
const settingsPage = 'docs/settings.md';
const allowedMethodsFile = 'lib/http/methods/allowed-methods.generated.ts';
const openApiFile = 'lib/http/description/openapi.generated.json';
const schemaVersionFile = 'lib/schema-version.generated.ts';
const assetNamesFile = 'lib/pages/layout/asset-names.generated.ts';
const messagesFile = 'lib/pages/words/messages.generated.ts';
const messageValuesFile = 'lib/pages/words/message-values.generated.ts';
const ogcFile = 'lib/http/description/ogc.generated.json';

const functionsHeader = `# Written by \`npm run generate\` from the operations.
# A resource of API Gateway has one variable child, so variables are named by their place; an operation gives them its own names.
# API Gateway answers 403 to what is not declared: so \`any\` of a path goes to the function of its GET, which answers HEAD, OPTIONS
# and 405 too, and \`fallback\` has the rest. A trailing slash reaches the same resource.
# \`disableLogs\` only keeps the packager from making a log group for each function: all write into one.
`;

/** Returns the absolute path of a project file. @param path relative to the project root */
export function projectPath(path: string): string {
  return fileURLToPath(new URL(path, root));
}

function writeAllowedMethodsModule(declared: readonly DeclaredOperation[]): string {
  const operations = declared.map(({ operation }) => operation);
  const lines = [...listAllowedMethods(operations)].map(
    ([resource, allow]) => `  '${resource}': '${allow}',\n`,
  );
  const [pageLines, formLines] = [listPageResources(operations), listFormResources(operations)].map(
    (resources) => resources.map((resource) => `  '${resource}',\n`).join(''),
  );
  return `// Written by \`npm run generate\` from the operations.

/** The \`Allow\` header of each resource of the API that has an operation. */
export const allowedMethods: Readonly<Record<string, string>> = {
${lines.join('')}};

/** The resources of the API whose data a browser can also get as a page. */
export const pathsWithPages: ReadonlySet<string> = new Set([
${pageLines}]);

/** The resources of the pages with forms, under /o/. */
export const pathsWithForms: ReadonlySet<string> = new Set([
${formLines}]);
`;
}

async function writeAssetNamesModule(): Promise<string> {
  const { names } = await buildAssets();
  const lines = Object.entries(names).map(
    ([purpose, name]) => `  ${purpose.includes('-') ? `'${purpose}'` : purpose}: '${name}',\n`,
  );
  return `// Written by \`npm run generate\` from lib/browser and the packages that it uses.

/** The names of the static files of pages, each with a hash of its content. */
export const assetNames = {
${lines.join('')}} as const;
`;
}

async function writeSchemaVersionModule(): Promise<string> {
  const version = await computeSchemaVersion(await readSchema());
  return `// Written by \`npm run generate\` from infra/schema and the prepared statements of lib/queries.

/** The version of the schema and of the prepared statements with which this code was built. */
export const schemaVersion = '${version}';
`;
}

/** Writes an OpenAPI document. The service replaces its placeholder URL with its base URL. */
async function writeOpenApiText(
  operations: readonly DeclaredOperation[],
  options: Pick<OpenApiDocumentOptions, 'version' | 'below'>,
): Promise<string> {
  const examples = await readExamples();
  const described = operations.map(({ handler, ...operation }) => ({
    ...operation,
    subject: handler.split('/')[1] ?? '',
  }));
  const document = createOpenApiDocument(described, {
    ...options,
    baseUrl: placeholderBaseUrl,
    examples,
  });
  return `${JSON.stringify(document, null, 1)}\n`;
}

/**
 * Generates the files that `npm run generate` writes.
 * @throws Error if operations conflict, or docs/settings.md lacks a marker
 */
export async function generateFiles(): Promise<readonly GeneratedFile[]> {
  const operations = await loadOperations();
  const page = await readFile(projectPath(settingsPage), 'utf8');
  return [
    {
      path: functionsFile,
      text: `${functionsHeader}${writeFunctionsYaml(operations, await loadSchedules(), listVariables)}`,
    },
    { path: layersFile, text: await writeLayerRules(projectPath('.')) },
    { path: rulesPage, text: writeRulesPage(readRules(projectPath('.'))) },
    { path: settingsPage, text: writeSettingsPage(page) },
    { path: allowedMethodsFile, text: writeAllowedMethodsModule(operations) },
    { path: assetNamesFile, text: await writeAssetNamesModule() },
    { path: messagesFile, text: await writeMessagesModule() },
    { path: messageValuesFile, text: await writeMessageValuesModule() },
    { path: schemaVersionFile, text: await writeSchemaVersionModule() },
    { path: openApiFile, text: await writeOpenApiText(operations, { version: '3.1' }) },
    { path: ogcFile, text: await writeOpenApiText(operations, { version: '3.0', below: '/ogc' }) },
  ];
}
