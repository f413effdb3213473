import { readdir } from 'node:fs/promises';
import path from 'node:path';

/** What the files of a folder may import of ours, besides their own folder. */
type Layer = {
  /** Folders and files beside the folder. */
  readonly imports: readonly string[];
  /** Folders of which only types may be imported. */
  readonly types?: readonly string[];
  /** Folders of the root of the project. */
  readonly roots?: readonly string[];
  /** Whether its files do no I/O. */
  readonly isPure?: true;
};

const filesOfProcess = ['errors.ts', 'log.ts', 'once-per-process.ts', 'settings.ts'];
const pure = ['json', 'rdf', 'model', 'json-ld', 'serializers'];
const lib = ['lib'];

/** @rule Database and local stack: What may a folder import? */
export const layers: Readonly<Record<string, Layer>> = {
  'lib/json': { imports: [], isPure: true },
  'lib/rdf': { imports: ['json'], isPure: true },
  'lib/model': { imports: ['json', 'rdf'], isPure: true },
  'lib/json-ld': { imports: ['json', 'rdf', 'model'], isPure: true },
  'lib/serializers': {
    imports: ['json', 'rdf', 'model', 'json-ld', 'once-per-process.ts'],
    types: ['queries'],
    isPure: true,
  },
  'lib/aws': { imports: [] },
  'lib/data-api': { imports: ['aws', 'json'] },
  'lib/secrets': { imports: ['aws'] },
  'lib/queries': { imports: ['json', 'rdf', 'model', 'data-api'] },
  'lib/questions': { imports: ['model', 'queries', 'data-api', 'errors.ts'] },
  'lib/geojson': {
    imports: ['model', 'serializers', 'queries', 'data-api', 'questions', 'errors.ts'],
  },
  'lib/stores': { imports: ['aws', 'errors.ts'] },
  'lib/files': { imports: ['model', 'aws', 'queries', 'data-api', 'stores', ...filesOfProcess] },
  'lib/images': {
    imports: ['json', 'model', 'serializers', 'queries', 'data-api', 'stores', 'files'],
  },
  'lib/exports': {
    imports: [...pure, 'aws', 'queries', 'stores', 'data-api', 'geojson', ...filesOfProcess],
  },
  'lib/identity': { imports: ['model', 'queries', 'data-api', 'secrets', ...filesOfProcess] },
  'lib/oauth': {
    imports: ['model', 'queries', 'data-api', 'secrets', 'identity', ...filesOfProcess],
  },
  'lib/writing': {
    imports: [...pure, 'queries', 'data-api', 'stores', 'files', ...filesOfProcess],
  },
  'lib/schedule': {
    imports: ['data-api', 'writing', 'capabilities.ts', 'open-data-api.ts', ...filesOfProcess],
  },
  'lib/http': {
    imports: [
      ...pure,
      'queries',
      'data-api',
      'questions',
      'geojson',
      'files',
      'identity',
      'oauth',
      'files',
      'writing',
      'capabilities.ts',
      'open-data-api.ts',
      ...filesOfProcess,
    ],
  },
  // Files for translators; a generated module in lib/pages has their texts.
  'lib/words': { imports: [], isPure: true },
  'lib/pages': {
    imports: [
      ...pure,
      'queries',
      'data-api',
      'questions',
      'files',
      'identity',
      'http',
      ...filesOfProcess,
    ],
  },
  'lib/browser': { imports: [], types: ['pages'] },
  functions: { imports: [], roots: lib },
  'infra/sql': { imports: [] },
  'infra/settings': { imports: [], roots: lib },
  'infra/build': { imports: [], roots: lib },
  'infra/schema': { imports: ['sql'], roots: lib },
  'infra/generate': {
    imports: ['build', 'schema', 'settings'],
    roots: [...lib, 'functions', 'package.json'],
  },
  'infra/cli': { imports: ['schema', 'settings', 'local'], roots: lib },
  'infra/local': { imports: ['build', 'cli', 'schema', 'sql'], roots: lib },
  'infra/aws': { imports: ['build', 'cli', 'schema', 'settings'], roots: lib },
};

/** What the files beside the folders of lib may import: the settings, the log and the connection of a process. */
const foldersOfLibFiles: readonly string[] = ['data-api', 'json', 'model'];

/** How many folders may be nested in the folder of a layer. A path goes up as many of them. */
const depths: readonly number[] = [0, 1, 2, 3, 4, 5];

type Entry = { readonly name: string; readonly isFolder: boolean };

/** What the root of the project has for imports. Other folders, such as those of tools, have no part in the rules. */
const rootEntries: readonly Entry[] = [
  ...['functions', 'infra', 'lib', 'test'].map((name) => ({ name, isFolder: true })),
  { name: 'package.json', isFolder: false },
];

const inputAndOutput = {
  regex: '^(node:(fs|net|http|https|child_process|process)|@aws-sdk/)',
  message: 'This folder is pure: no I/O.',
};

async function listEntries(folder: string): Promise<readonly Entry[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
    .filter(({ name, isFolder }) => isFolder || name.endsWith('.ts'))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** The pattern of imports that go up so many folders, into one of the entries. */
function importsOf(levels: number, entries: readonly Entry[]): string {
  const names = entries.map(({ name, isFolder }) => (isFolder ? `${name}/` : `${name}$`));
  return `^(\\.\\./){${levels}}(${names.join('|').replaceAll('.', '\\.')})`;
}

type Pattern = {
  readonly regex: string;
  readonly message: string;
  readonly allowTypeImports?: true;
};

/** Forbids everything beside a folder, and everything in the root of the project, that its layer does not allow. */
async function listPatterns(
  root: string,
  folder: string,
  depth: number,
): Promise<readonly Pattern[]> {
  const { imports, types = [], roots = [], isPure } = layers[folder] ?? { imports: [] };
  const message = `${folder} may import ${[...imports, ...roots].join(', ') || 'nothing of ours'}: infra/generate/layers.ts.`;
  const parents = folder.split('/');
  const own = parents.pop();
  const beside = (
    parents.length === 0 ? [] : await listEntries(path.join(root, ...parents))
  ).filter(({ name }) => name !== own && !imports.includes(name));
  const otherRoots = rootEntries.filter(
    ({ name }) => !roots.includes(name) && (parents.length > 0 || name !== own),
  );
  const isType = ({ name }: Entry): boolean => types.includes(name);
  const forbid = (levels: number, entries: readonly Entry[]): readonly Pattern[] =>
    entries.length === 0 ? [] : [{ regex: importsOf(levels, entries), message }];
  return [
    ...forbid(
      depth + 1,
      beside.filter((entry) => !isType(entry)),
    ),
    ...forbid(depth + 1, beside.filter(isType)).map((pattern): Pattern => ({
      ...pattern,
      allowTypeImports: true,
    })),
    ...forbid(depth + 1 + parents.length, otherRoots),
    ...(isPure === true ? [inputAndOutput] : []),
  ];
}

type Override = {
  readonly files: readonly string[];
  readonly rules: { readonly 'no-restricted-imports': readonly unknown[] };
};

const writeOverride = (files: string, patterns: readonly Pattern[]): Override => ({
  files: [files],
  rules: { 'no-restricted-imports': ['error', { patterns }] },
});

async function writeLibFilesOverride(root: string): Promise<Override> {
  const message = `The files of lib may import ${foldersOfLibFiles.join(', ')}: infra/generate/layers.ts.`;
  const folders = (await listEntries(path.join(root, 'lib')))
    .filter(({ name, isFolder }) => isFolder && !foldersOfLibFiles.includes(name))
    .map(({ name }) => name);
  return writeOverride('lib/*.ts', [
    { regex: `^\\./(${folders.join('|')})/`, message },
    { regex: importsOf(1, rootEntries), message },
  ]);
}

/**
 * Writes the rules of imports for the linter, which .oxlintrc.json includes.
 * @param root the folder of the project
 */
export async function writeLayerRules(root: string): Promise<string> {
  const overrides = await Promise.all(
    Object.keys(layers).flatMap((folder) =>
      depths.map(async (depth) =>
        writeOverride(
          `${folder}/${'*/'.repeat(depth)}*.ts`,
          await listPatterns(root, folder, depth),
        ),
      ),
    ),
  );
  const all = [await writeLibFilesOverride(root), ...overrides];
  return `${JSON.stringify({ overrides: all }, null, 1)}\n`;
}
