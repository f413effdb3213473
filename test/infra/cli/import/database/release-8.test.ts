import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openSourceDatabase, type SourceDatabase } from '../../../../support/source-database.ts';
import { openTestStack, type TestStack } from '../../../../support/stack.ts';
import { findTestData } from '../../../../support/test-data.ts';
import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { fingerprint } from '../importing.ts';
import { readStoredTiles, readTilesOfFiles, toSortedTexts } from '../resources/stored-tiles.ts';
import { compareContent, noDifferences } from './compare-content.ts';
import { runDatabaseImport, type DatabaseRun } from './importing-database.ts';

const folder = findTestData('arches81-dump') ?? '';
const exported = ['Waterwork.json.gz', 'Party_all.json', 'Survey.json'].map(
  (name) => `${folder}/exports/business_data/${name}`,
);

describe.skipIf(folder === '')('the import of a database of release 8.1', () => {
  let source: SourceDatabase;
  let stack: TestStack;
  let first: DatabaseRun;

  beforeAll(async () => {
    source = await openSourceDatabase('arches81-dump');
    stack = await openTestStack();
    first = await runDatabaseImport(source.url, stack.dataApi);
  });

  afterAll(async () => {
    await stack?.close();
    await source?.drop();
  });

  const rows = (query: string) => stack.owner.read(rawSql(query));

  it('has no problem, except dates that are not EDTF', () => {
    expect(new Set(first.context.problems.map(({ code }) => code))).toEqual(new Set(['not_edtf']));
  });

  it('stores every tile as the platform exports it', async () => {
    const stored = await readStoredTiles(stack.dataApi);
    const expected = await readTilesOfFiles(exported);
    expect(stored.size).toBe(223);
    expect(toSortedTexts([...stored.values()])).toEqual(toSortedTexts([...expected.values()]));
  });

  it('stores all rows as the database has them', async () => {
    await source.run(`set session_replication_role = replica;
delete from nodes n
using graphs g
where g.graphid = n.graphid
  and g.source_identifier is not null`);
    expect(await compareContent(source.url, stack)).toEqual(noDifferences);
  });

  it('leaves out the working copies of models, with their nodegroups', async () => {
    expect(
      await rows('select g.slug, count(*)::int from graph g group by g.slug order by g.slug'),
    ).toEqual([
      ['dimension_branch', '1'],
      ['party', '1'],
      ['remark_branch', '1'],
      ['survey', '1'],
      ['waterwork', '1'],
    ]);
  });

  it('changes nothing if it is repeated', async () => {
    const before = await fingerprint(stack.owner);
    await runDatabaseImport(source.url, stack.dataApi);
    expect(await fingerprint(stack.owner)).toEqual(before);
  });
});
