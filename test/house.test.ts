import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

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

  it('reaches AWS through lib/data-api and lib/secrets only', () => {
    const users = namesOf(
      ({ name, text }) =>
        /^(functions|lib)\/(?!data-api\/|secrets\/)/.test(name) &&
        /from '@aws-sdk\/client/.test(text),
    );
    expect(users).toEqual([]);
  });
});

describe('FEATURES.md', () => {
  it('ticks a box only beside tests that exist, by file and title', async () => {
    const text = await readFile(path.join(root, 'FEATURES.md'), 'utf8');
    const ticked = text.split('\n').filter((line) => line.startsWith('- [x]'));
    const missing: string[] = [];
    for (const line of ticked) {
      const named = [...line.matchAll(/`(test\/[^`]+)`: ((?:“[^”]+”(?:, )?)+)/g)];
      if (named.length === 0) missing.push(line);
      for (const [, file = '', titles = ''] of named) {
        const source = await readFile(path.join(root, file), 'utf8').catch(() => '');
        const wanted = [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title);
        missing.push(
          ...wanted.filter((title) => !source.includes(title)).map((title) => `${file}: ${title}`),
        );
      }
    }
    expect(ticked.length).toBeGreaterThan(100);
    expect(missing).toEqual([]);
  });
});
