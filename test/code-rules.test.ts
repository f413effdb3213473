import { glob, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { listLoadedFiles } from '../infra/generate/loaded-files.ts';

const root = path.resolve(import.meta.dirname, '..');

type SourceFile = { readonly name: string; readonly text: string };

async function readSources(pattern: string): Promise<readonly SourceFile[]> {
  const files: SourceFile[] = [];
  for await (const name of glob(pattern, { cwd: root })) {
    files.push({ name, text: await readFile(path.join(root, name), 'utf8') });
  }
  return files;
}

/** The files and folders that read JSON which nobody else has written, with what it is. */
const placesOfOwnJson: Readonly<Record<string, string>> = {
  'infra/aws/': 'answers of AWS, and files that the build writes',
  'infra/build/': 'answers of npm, and files of packages',
  'infra/cli/accounts/queries/': 'rows of the database',
  'infra/cli/export/': 'rows of the database, and the state of an export',
  'infra/cli/files/queries/': 'rows of the database',
  'infra/cli/import/activity/queries/': 'rows of the database',
  'infra/cli/import/csv/queries/': 'rows of the database',
  'infra/cli/import/database/': 'rows of a database, written by a statement',
  'infra/cli/import/graphs/queries/': 'rows of the database',
  'infra/cli/import/package/detect-content.ts':
    'only the kind of a file: its importer reads it again',
  'infra/cli/import/resources/record-draft.ts': 'single texts and numbers of a damaged record',
  'infra/cli/import/resources/record-scanner.ts': 'a single name: the scanner refuses a second one',
  'infra/cli/import/resources/queries/': 'rows of the database',
  'infra/cli/import/restore/manifest.ts': 'the manifest of an exported package',
  'infra/cli/rights/': 'rows of the database',
  'infra/generate/': 'recorded answers of the service',
  'infra/local/': 'files and requests of the local stack',
  'lib/aws/json-protocol.ts': 'answers of AWS',
  'lib/browser/map/main.ts': 'an attribute of a page',
  'lib/data-api/': 'rows of the database',
  'lib/exports/': 'rows of the database',
  'lib/http/request/request-body.ts':
    'only whether a body names dry_run: its operation reads it again',
  'lib/http/resources/resource-cursor.ts': 'a cursor, which is a list',
  'lib/identity/signing-key.ts': 'a secret that `hds signing-key` writes',
  'lib/json/': 'the readers themselves',
  'lib/model/datatypes/codecs/text-codecs.ts':
    'only whether a text is JSON, which then is read again',
  'lib/model/datatypes/values/decimal.ts': 'a single number',
  'lib/model/datatypes/values/feature-collection.ts': 'a value that is a text',
  'lib/model/datatypes/values/json-values.ts': 'defines the reader of such values',
  'lib/model/resources/resource-record.ts': 'a record that was read and completed',
  'lib/pages/docs/docs-response.ts': 'the OpenAPI document, which the build writes',
  'lib/pages/ogc/shown-feature.ts': 'a feature that the service has written',
  'lib/pages/words/messages.ts': 'texts that the generator writes',
  'lib/queries/': 'rows of the database',
  'lib/rdf/parse-well-known-text.ts': 'a single number',
  'lib/serializers/': 'rows of the database',
};

function withoutCommentsAndImports(text: string): string {
  return text.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '').replaceAll(/^import [^;]*;/gm, '');
}

describe('the rules of the code base', () => {
  let files: readonly SourceFile[];

  beforeAll(async () => {
    files = await readSources('{functions,lib,infra,test}/**/*.ts');
    if (files.length === 0) throw new Error('No source file was found.');
  });

  const namesOf = (predicate: (file: SourceFile) => boolean): readonly string[] =>
    files.filter(predicate).map(({ name }) => name);

  it('require that zod is imported as a namespace: a named import puts all of zod into a bundle', () => {
    expect(namesOf(({ text }) => /import \{[^}]*\bz\b[^}]*\} from 'zod'/.test(text))).toEqual([]);
  });

  it('require that JSON of others is read by `readJson`: other readers keep the last of two members with one name, in silence', () => {
    const readers =
      /\b(?:JSON\.parse|parseLossless|parseWithoutDepthCheck|parseStoredJsonOrUndefined)\b/;
    const filesWithReaders = namesOf(
      ({ name, text }) =>
        /^(functions|lib|infra)\//.test(name) && readers.test(withoutCommentsAndImports(text)),
    );
    const allowedPlaces = Object.keys(placesOfOwnJson);
    const isIn = (name: string, place: string): boolean =>
      place.endsWith('/') ? name.startsWith(place) : name === place;
    expect(
      filesWithReaders.filter((name) => !allowedPlaces.some((place) => isIn(name, place))),
    ).toEqual([]);
    expect(
      allowedPlaces.filter((place) => !filesWithReaders.some((name) => isIn(name, place))),
    ).toEqual([]);
  });

  it('forbid functions to load locale data while they start, which takes 16 ms', () => {
    const filesWithLocales = namesOf(
      ({ name, text }) =>
        /^(functions|lib\/(?!browser\/))/.test(name) &&
        (/\.toLocale\w+\(/.test(text) || /^(?:export )?const \w+ = new Intl\./m.test(text)),
    );
    expect(filesWithLocales).toEqual([]);
  });

  it('allow only lib/settings.ts to read the environment of the service', () => {
    const filesWithEnvironment = namesOf(
      ({ name, text }) => /^(functions|lib)\//.test(name) && text.includes('process.env'),
    );
    expect(filesWithEnvironment).toEqual(['lib/settings.ts']);
  });

  it('allow only entry points to ask for the settings: they pass them on to everything else', () => {
    const readers = namesOf(
      ({ name, text }) =>
        name.startsWith('lib/') &&
        name !== 'lib/settings.ts' &&
        /\b(?:settings|settingsIfValid|settingsResult)\(\)/.test(withoutCommentsAndImports(text)),
    );
    expect(readers.toSorted()).toEqual([
      'lib/http/request-lifecycle.ts',
      'lib/schedule/schedule.ts',
    ]);
  });

  it('allow SQL only in folders named queries, and in lib/data-api', () => {
    const filesWithSql = namesOf(
      ({ name, text }) =>
        /^(functions|lib|infra\/cli)\/(?!data-api\/)/.test(name) &&
        !name.includes('/queries/') &&
        text.includes('sql`'),
    );
    expect(filesWithSql).toEqual([]);
  });

  it('require that a list of common table expressions is joined by `joinTables`: no part of it begins or ends with a comma', () => {
    const outerComma = /sql`,\s*\w+ (?:\([\w, ]*\) )?as (?:materialized )?\(|^\s*\),\s*`/m;
    expect(
      namesOf(({ name, text }) => /^(lib|infra)\/.*queries\//.test(name) && outerComma.test(text)),
    ).toEqual([]);
  });

  it('forbid code to compare the name of a datatype, and allow only comparisons of its `holds`', () => {
    const filesWithComparison = namesOf(
      ({ name, text }) =>
        /^(functions|lib|infra)\/(?!local\/sample)/.test(name) &&
        /(?<!typeof )\bdatatype(\)|\?)*\s*(={2,3}|!={1,2}|=|<>|(not )?in)\s*\(?\s*'/.test(text),
    );
    expect(filesWithComparison).toEqual([]);
  });

  it('require that all random tests use the one seed of test/support/random/setup.ts', () => {
    const filesWithSeeds = namesOf(
      ({ name, text }) =>
        name.startsWith('test/') &&
        /^import .* from 'fast-check'/m.test(text) &&
        /configureGlobal|\bseed: ?-?\d|\{ seed\b/.test(text),
    );
    expect(filesWithSeeds).toEqual(['test/support/random/setup.ts']);
  });

  it('forbid hooks of tests in shared files: test files share modules, so only the first would have the hooks', () => {
    const setupFiles = new Set([
      'test/support/batch-log-lines.ts',
      'test/support/log-to-console.ts',
      'test/support/random/setup.ts',
      'test/support/restore-process.ts',
    ]);
    const filesWithHooks = namesOf(
      ({ name, text }) =>
        /^test\/(?!.*\.test\.ts$)/.test(name) && /^(?:before|after)(?:All|Each)\(/m.test(text),
    );
    expect(filesWithHooks.filter((name) => !setupFiles.has(name))).toEqual([]);
  });

  it('forbid advisory locks: any role of the database could hold one', async () => {
    const migrations = await readSources('infra/schema/**/*.sql');
    const isNotInTests = ({ name }: SourceFile): boolean => !name.startsWith('test/');
    const filesWithLocks = [...files.filter(isNotInTests), ...migrations].filter(({ text }) =>
      /pg_(try_)?advisory_(xact_)?lock/.test(text),
    );
    expect(filesWithLocks.map(({ name }) => name)).toEqual([]);
  });

  it('allow AWS clients only in lib/data-api, lib/secrets and lib/stores', () => {
    const filesWithClients = namesOf(
      ({ name, text }) =>
        /^(functions|lib)\/(?!data-api\/|secrets\/|stores\/)/.test(name) &&
        /from '@aws-sdk\/client/.test(text),
    );
    expect(filesWithClients).toEqual([]);
  });
});

describe('the imports of the source files', () => {
  it('have no cycle, even with the imports of types', async () => {
    const files = await readSources('{functions,lib,infra}/**/*.ts');
    expect(importCycles(importsOf(files))).toEqual([]);
  });
});

describe('the files that a Lambda function loads', () => {
  const listLoaded = (name: string): readonly string[] =>
    [...listLoadedFiles(path.join(root, name))].map((file) => path.relative(root, file));

  it.each([
    ['functions/service/health.ts', 65],
    ['functions/tiles/write.ts', 240],
    ['functions/nodes/write-value.ts', 247],
    ['functions/resources/get.ts', 280],
    ['functions/resources/put.ts', 340],
  ])('do not exceed a maximum: %s loads at most %i files', (name, maximum) => {
    expect(listLoaded(name).length).toBeLessThanOrEqual(maximum);
  });

  it.each([
    'functions/tiles/create.ts',
    'functions/tiles/write.ts',
    'functions/nodes/write-value.ts',
  ])('include no file of lib/json-ld if the function writes a tile: %s', (name) => {
    expect(listLoaded(name).filter((file) => file.startsWith('lib/json-ld/'))).toEqual([]);
  });

  it('include no schema of an answer except the schema of spatial views', async () => {
    const functions = await readSources('functions/**/*.ts');
    const loadedSchemas = functions
      .flatMap(({ name }) => listLoaded(name))
      .filter((file) => file.startsWith('lib/http/schemas/'));
    // The schema that describes a spatial view in answers also validates one that is sent.
    expect(new Set(loadedSchemas)).toEqual(new Set(['lib/http/schemas/spatial-views.ts']));
  });
});

/** The files that each file imports, also those of which it imports only types. */
function importsOf(files: readonly SourceFile[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    files.map(({ name, text }) => [
      name,
      [...text.matchAll(/^(?:import|export|\}) .*?'(\.[^']+)';$/gm)].map(([, to = '']) =>
        path.posix.join(path.posix.dirname(name), to),
      ),
    ]),
  );
}

/** The import cycles, each as the list of its files, which ends with the first file again. */
function importCycles(imports: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const visitedNames = new Set<string>();
  const cycles: string[] = [];
  const visit = (name: string, importers: readonly string[]): void => {
    if (importers.includes(name)) {
      cycles.push([...importers.slice(importers.indexOf(name)), name].join(' → '));
    }
    if (visitedNames.has(name)) return;
    visitedNames.add(name);
    for (const next of imports.get(name) ?? []) visit(next, [...importers, name]);
  };
  for (const name of imports.keys()) visit(name, []);
  return cycles;
}

describe('FEATURES.md', () => {
  const readNamedFolders = async (): Promise<readonly string[]> => {
    const text = await readFile(path.join(root, 'FEATURES.md'), 'utf8');
    return [...text.matchAll(/^Tests: (.*)$/gm)].flatMap(([, list = '']) =>
      [...list.matchAll(/`([^`]+)`/g)].map(([, folder = '']) => folder),
    );
  };

  const testFolders = async (): Promise<ReadonlySet<string>> =>
    new Set((await readSources('test/**/*.test.ts')).map(({ name }) => path.dirname(name)));

  const isFolderIn = (folder: string, parent: string): boolean =>
    `${folder}/`.startsWith(`${parent}/`);

  it('names only folders that have tests', async () => {
    const allFolders = [...(await testFolders())];
    const foldersWithoutTests = (await readNamedFolders()).filter(
      (folder) => !allFolders.some((testFolder) => isFolderIn(testFolder, folder)),
    );
    expect(foldersWithoutTests).toEqual([]);
  });

  it('names the folder of every test, with five exceptions', async () => {
    const namedFolders = await readNamedFolders();
    const unnamedFolders = [...(await testFolders())].filter(
      (folder) => !namedFolders.some((namedFolder) => isFolderIn(folder, namedFolder)),
    );
    expect(unnamedFolders.toSorted()).toEqual([
      'test',
      'test/bench/costs',
      'test/faults',
      'test/lib',
      'test/load',
    ]);
  });
});

describe('the pages of the docs', () => {
  const headingId = (heading: string): string =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{Letter}\p{Number} _-]/gu, '')
      .replaceAll(' ', '-');

  /** The ids that GitHub makes: a heading with the text of an earlier one gets a number. */
  const headingIds = (text: string): ReadonlySet<string> => {
    const idCounts = new Map<string, number>();
    for (const [, heading = ''] of text.matchAll(/^#+ (.*)$/gm)) {
      const id = headingId(heading);
      idCounts.set(id, (idCounts.get(id) ?? 0) + 1);
    }
    return new Set(
      [...idCounts].flatMap(([id, times]) =>
        Array.from({ length: times }, (_, index) => (index === 0 ? id : `${id}-${index}`)),
      ),
    );
  };

  it('link only to pages and sections that exist', async () => {
    const pages = await readSources('{*,docs/**/*,infra/**/*}.md');
    const deadLinks: string[] = [];
    for (const { name, text } of pages) {
      for (const [, target = ''] of text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)) {
        const [file = '', section] = target.split('#');
        const targetPath = path.resolve(
          root,
          file === '' ? name : path.join(path.dirname(name), file),
        );
        const targetStat = await stat(targetPath).catch(() => undefined);
        const hasSection =
          section === undefined ||
          (targetStat?.isFile() === true &&
            headingIds(await readFile(targetPath, 'utf8')).has(section));
        if (targetStat === undefined || !hasSection) deadLinks.push(`${name}: ${target}`);
      }
    }
    expect(pages.length).toBeGreaterThan(40);
    expect(deadLinks).toEqual([]);
  });
});
