import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { openSampledSource, type SourceDatabase } from '../../../../support/source-database.ts';
import { openTestStack, type TestStack } from '../../../../support/stack.ts';
import { findTestData } from '../../../../support/test-data.ts';
import { runDatabaseImport, type DatabaseRun } from './importing-database.ts';

const folder = findTestData('arches76-dump');

/** The tiles of the source that are neither above nor below others, in the order of their ids. */
const firstTiles = `select t.tileid
from tiles t
join resource_instances r on r.resourceinstanceid = t.resourceinstanceid
where r.graphid <> 'ff623370-fa12-11e6-b98b-6c4008b05c4c'
  and t.parenttileid is null
  and not exists (select from tiles c where c.parenttileid = t.tileid)
order by t.tileid`;

describe.skipIf(folder === undefined)('a change that was made here since the last import', () => {
  let source: SourceDatabase;
  let stack: TestStack;
  let later: DatabaseRun;
  let tiles: readonly string[];

  const rows = async (statement: string) =>
    (await stack.owner.read(rawSql(statement))).map(([text]) => String(text));
  const write = async (statement: string) => stack.owner.write(rawSql(statement));
  const reasons = (code: string) =>
    later.context.problems.filter((problem) => problem.code === code).map(({ record }) => record);

  beforeAll(async () => {
    source = await openSampledSource();
    stack = await openTestStack({ content: 'some_of_dump' });
    tiles = await rows(
      `select t.tile_id::text
from tile t
where t.parent_tile_id is null
  and not exists (select from tile c where c.parent_tile_id = t.tile_id)
order by t.tile_id
limit 5`,
    );
    const [changed, changedOnBothSides, deletedHere, changedAndDeletedThere] = tiles;
    await write(`update tile set sort_order = 71 where tile_id = '${changed}'`);
    await write(`update tile set sort_order = 72 where tile_id = '${changedOnBothSides}'`);
    await write(`delete from tile where tile_id = '${deletedHere}'`);
    await write(`update tile set sort_order = 73 where tile_id = '${changedAndDeletedThere}'`);
    await source.run(`set session_replication_role = replica;
update tiles set sortorder = 5 where tileid in ('${changedOnBothSides}', '${deletedHere}');
delete from tiles where tileid = '${changedAndDeletedThere}'`);
    later = await runDatabaseImport(source.url, stack.dataApi);
  });

  afterAll(async () => {
    await stack.close();
    await source.drop();
  });

  it('stays, whatever the database has', async () => {
    const stored = await rows(
      `select t.tile_id::text || ' ' || t.sort_order
from tile t
where t.tile_id in ('${tiles.join("', '")}')
order by t.tile_id`,
    );
    const [changed, changedOnBothSides, , changedAndDeletedThere] = tiles;
    expect(stored.slice(0, 3)).toEqual([
      `${changed} 71`,
      `${changedOnBothSides} 72`,
      `${changedAndDeletedThere} 73`,
    ]);
  });

  it('is reported', () => {
    const [changed, changedOnBothSides, deletedHere, changedAndDeletedThere] = tiles;
    expect(reasons('changed_here')).toEqual([changed, changedOnBothSides, changedAndDeletedThere]);
    expect(reasons('deleted_here')).toEqual([deletedHere]);
  });

  it('is the reason of each difference', () => {
    const { differences, examples } = later.imported.comparison ?? {};
    expect(Object.fromEntries(differences ?? [])).toEqual({
      'changed in this service': 2,
      'deleted in this service': 1,
      'changed in this service, but deleted in the source': 1,
    });
    expect(examples).toHaveLength(4);
  });
});

describe.skipIf(folder === undefined)('an import that would delete much', () => {
  let source: SourceDatabase;
  let stack: TestStack;
  let storedCount = 0;
  let deletedCount = 0;

  beforeAll(async () => {
    source = await openSampledSource();
    stack = await openTestStack({ content: 'some_of_dump' });
  });

  afterAll(async () => {
    await stack.close();
    await source.drop();
  });

  const countTiles = async () =>
    Number((await stack.owner.read(rawSql('select count(*)::int from tile')))[0]?.[0]);

  it('is refused above a twentieth of a model', async () => {
    storedCount = await countTiles();
    deletedCount = Math.ceil(storedCount / 6);
    await source.run(`set session_replication_role = replica;
delete from tiles where tileid in (select q.tileid from (${firstTiles} limit ${deletedCount}) q)`);
    await expect(runDatabaseImport(source.url, stack.dataApi)).rejects.toMatchObject({
      code: 'many_deletions',
    });
    expect(await countTiles()).toBe(storedCount);
  });

  it('is refused from another database than before', async () => {
    await source.run(`update django_migrations set applied = applied + interval '1 microsecond'`);
    await expect(runDatabaseImport(source.url, stack.dataApi)).rejects.toMatchObject({
      code: 'other_source',
    });
  });

  it('runs with --allow-deletions', async () => {
    const { imported } = await runDatabaseImport(source.url, stack.dataApi, {
      allowsDeletions: true,
    });
    expect(await countTiles()).toBe(storedCount - deletedCount);
    expect(imported.resources.created + imported.resources.updated).toBe(0);
  });
});
