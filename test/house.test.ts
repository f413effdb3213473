import { glob, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { listLoadedFiles } from './support/imports.ts';

const root = path.resolve(import.meta.dirname, '..');

type SourceFile = { readonly name: string; readonly text: string };

async function sources(pattern: string): Promise<readonly SourceFile[]> {
  const found: SourceFile[] = [];
  for await (const name of glob(pattern, { cwd: root })) {
    found.push({ name, text: await readFile(path.join(root, name), 'utf8') });
  }
  return found;
}

describe('the house', () => {
  let files: readonly SourceFile[];

  beforeAll(async () => {
    files = await sources('{functions,lib,infra,test}/**/*.ts');
    if (files.length === 0) throw new Error('No source file was found.');
  });

  const namesOf = (wrong: (file: SourceFile) => boolean): readonly string[] =>
    files.filter(wrong).map(({ name }) => name);

  it('imports zod as a namespace: the named import keeps all of it in a bundle', () => {
    expect(namesOf(({ text }) => /import \{[^}]*\bz\b[^}]*\} from 'zod'/.test(text))).toEqual([]);
  });

  it('reads the environment of the service in one place', () => {
    const readers = namesOf(
      ({ name, text }) => /^(functions|lib)\//.test(name) && text.includes('process.env'),
    );
    expect(readers).toEqual(['lib/settings.ts']);
  });

  it('keeps the SQL of the service in lib/queries', () => {
    const writers = namesOf(
      ({ name, text }) =>
        /^(functions|lib)\/(?!queries\/|data-api\/)/.test(name) && text.includes('sql`'),
    );
    expect(writers).toEqual([]);
  });

  it('asks for what a datatype holds, and nowhere for its name', () => {
    const asking = namesOf(
      ({ name, text }) =>
        /^(functions|lib|infra)\/(?!local\/sample)/.test(name) &&
        /(?<!typeof )\bdatatype(\)|\?)*\s*(={2,3}|!={1,2}|=|<>|(not )?in)\s*\(?\s*'/.test(text),
    );
    expect(asking).toEqual([]);
  });

  it('begins everything random in the tests with one seed', () => {
    const setters = namesOf(
      ({ name, text }) =>
        name.startsWith('test/') &&
        /^import .* from 'fast-check'/m.test(text) &&
        /configureGlobal|\bseed: ?-?\d|\{ seed\b/.test(text),
    );
    expect(setters).toEqual(['test/support/random/setup.ts']);
  });

  it('takes no advisory lock: any role of the database could hold it', async () => {
    const migrations = await sources('infra/schema/**/*.sql');
    const isOurs = ({ name }: SourceFile): boolean => !name.startsWith('test/');
    const takers = [...files.filter(isOurs), ...migrations].filter(({ text }) =>
      /pg_(try_)?advisory_(xact_)?lock/.test(text),
    );
    expect(takers.map(({ name }) => name)).toEqual([]);
  });

  it('reaches AWS through lib/data-api, lib/secrets and the store of exports only', () => {
    const users = namesOf(
      ({ name, text }) =>
        /^(functions|lib)\/(?!data-api\/|secrets\/|exports\/bucket-store)/.test(name) &&
        /from '@aws-sdk\/client/.test(text),
    );
    expect(users).toEqual([]);
  });
});

describe('the files', () => {
  it('go in no circle, types included', async () => {
    const files = await sources('{functions,lib,infra}/**/*.ts');
    expect(circles(importsOf(files))).toEqual([]);
  });
});

describe('what a function loads', () => {
  const loaded = (name: string): readonly string[] =>
    [...listLoadedFiles(path.join(root, name))].map((file) => path.relative(root, file));

  it.each([
    ['functions/service/health.ts', 50],
    ['functions/tiles/write.ts', 192],
    ['functions/nodes/write-value.ts', 199],
    ['functions/resources/get.ts', 163],
    ['functions/resources/put.ts', 282],
  ])('stays what it needs: %s at most %i files', (name, most) => {
    expect(loaded(name).length).toBeLessThanOrEqual(most);
  });

  it.each([
    'functions/tiles/create.ts',
    'functions/tiles/write.ts',
    'functions/nodes/write-value.ts',
  ])('is no JSON-LD where a tile is written: %s', (name) => {
    expect(loaded(name).filter((file) => file.startsWith('lib/json-ld/'))).toEqual([]);
  });

  it('is no schema of an answer', async () => {
    const functions = await sources('functions/**/*.ts');
    const shipped = functions
      .flatMap(({ name }) => loaded(name))
      .filter((file) => file.startsWith('lib/http/schemas/'));
    // What a spatial view may be is read by the schema that describes it.
    expect(new Set(shipped)).toEqual(new Set(['lib/http/schemas/spatial-views.ts']));
  });
});

/** The files that each file imports, types included. */
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

/** One circle for each file from which another leads back to it. */
function circles(imports: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (name: string, way: readonly string[]): void => {
    if (way.includes(name)) found.push([...way.slice(way.indexOf(name)), name].join(' → '));
    if (done.has(name)) return;
    done.add(name);
    for (const next of imports.get(name) ?? []) visit(next, [...way, name]);
  };
  for (const name of imports.keys()) visit(name, []);
  return found;
}

describe('FEATURES.md', () => {
  const folders = async (): Promise<readonly string[]> => {
    const text = await readFile(path.join(root, 'FEATURES.md'), 'utf8');
    return [...text.matchAll(/^Tests: (.*)$/gm)].flatMap(([, list = '']) =>
      [...list.matchAll(/`([^`]+)`/g)].map(([, folder = '']) => folder),
    );
  };

  const testFolders = async (): Promise<ReadonlySet<string>> =>
    new Set((await sources('test/**/*.test.ts')).map(({ name }) => path.dirname(name)));

  const isIn = (folder: string, above: string): boolean => `${folder}/`.startsWith(`${above}/`);

  it('names folders that have tests', async () => {
    const all = [...(await testFolders())];
    const empty = (await folders()).filter((named) => !all.some((folder) => isIn(folder, named)));
    expect(empty).toEqual([]);
  });

  it('names the folder of every test but of those that hold the house and the benches', async () => {
    const named = await folders();
    const left = [...(await testFolders())].filter(
      (folder) => !named.some((above) => isIn(folder, above)),
    );
    expect(left.toSorted()).toEqual([
      'test',
      'test/bench/costs',
      'test/faults',
      'test/infra',
      'test/lib',
    ]);
  });
});

describe('the pages of the docs', () => {
  const headingId = (heading: string): string =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{Letter}\p{Number} _-]/gu, '')
      .replaceAll(' ', '-');

  /** As GitHub makes them: a heading that is there again gets a number. */
  const headingIds = (text: string): ReadonlySet<string> => {
    const ids = new Map<string, number>();
    for (const [, heading = ''] of text.matchAll(/^#+ (.*)$/gm)) {
      const id = headingId(heading);
      ids.set(id, (ids.get(id) ?? 0) + 1);
    }
    return new Set(
      [...ids].flatMap(([id, times]) =>
        Array.from({ length: times }, (_, index) => (index === 0 ? id : `${id}-${index}`)),
      ),
    );
  };

  it('lead to pages and sections that are there', async () => {
    const pages = await sources('{README,FEATURES,docs/**/*,infra/**/*}.md');
    const dead: string[] = [];
    for (const { name, text } of pages) {
      for (const [, target = ''] of text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)) {
        const [file = '', section] = target.split('#');
        const led = path.resolve(root, file === '' ? name : path.join(path.dirname(name), file));
        const found = await stat(led).catch(() => undefined);
        const hasSection =
          section === undefined ||
          (found?.isFile() === true && headingIds(await readFile(led, 'utf8')).has(section));
        if (found === undefined || !hasSection) dead.push(`${name}: ${target}`);
      }
    }
    expect(pages.length).toBeGreaterThan(40);
    expect(dead).toEqual([]);
  });
});
