import { readdirSync } from 'node:fs';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openSourceDatabase, type SourceDatabase } from '../../../../support/source-database.ts';
import { openTestStack, type TestStack } from '../../../../support/stack.ts';
import { findTestData } from '../../../../support/test-data.ts';
import { readStoredTiles, readTilesOfFiles, toSortedTexts } from '../resources/stored-tiles.ts';
import { fingerprint } from '../importing.ts';
import { compareContent, noDifferences } from './compare-content.ts';
import { runDatabaseImport } from './importing-database.ts';

const folder = findTestData('arches76-dump');

describe.skipIf(folder === undefined)('the first import of a database', () => {
  let source: SourceDatabase;
  let stack: TestStack;

  beforeAll(async () => {
    source = await openSourceDatabase();
    stack = await openTestStack({ content: 'dump' });
  });

  afterAll(async () => {
    await stack.close();
    await source.drop();
  });

  it('stores every tile as the platform exports it', async () => {
    const exported = path.join(folder ?? '', 'exported');
    const files = readdirSync(exported)
      .filter((name) => !name.startsWith('System_Settings'))
      .map((name) => path.join(exported, name));
    const stored = await readStoredTiles(stack.dataApi);
    const expected = await readTilesOfFiles(files);
    expect(stored.size).toBe(expected.size);
    expect(toSortedTexts([...stored.values()])).toEqual(toSortedTexts([...expected.values()]));
  });

  it('stores all rows as the database has them', async () => {
    expect(await compareContent(source.url, stack)).toEqual(noDifferences);
  });

  it('changes nothing if it is repeated, and has no problem, except that a concept of the platform has no label', async () => {
    const before = await fingerprint(stack.owner);
    const { imported, context } = await runDatabaseImport(source.url, stack.dataApi);
    expect(context.problems.map(({ code }) => code)).toEqual(['unlabelled_concepts']);
    expect(imported.deleted).toEqual({ resources: 0, tiles: 0, concepts: 0 });
    expect(await fingerprint(stack.owner)).toEqual(before);
  });
});
