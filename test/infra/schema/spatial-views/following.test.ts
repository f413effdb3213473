import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { runQuery } from '../../../../lib/data-api/query.ts';
import type { DataApi } from '../../../../lib/data-api/client.ts';
import { json, rawSql, sql, text, uuid } from '../../../../lib/data-api/sql.ts';
import { syncNodeDatatypes } from '../../../../infra/schema/queries/node-datatypes.ts';
import { createTestDataApi } from '../../../support/data-api-client.ts';
import { openTestStack, type TestStack } from '../../../support/stack.ts';
import {
  addNodes,
  millCollection,
  millConcepts,
  millGraphs,
  millId,
  millNodegroups,
  millViewNodes,
  owner,
  point,
  prepareMills,
  setReadersMayRead,
  readRows,
  tiles,
  watermill,
  watermillRecord,
  windmill,
  writeMillTile,
  writeView,
} from './mill-views.ts';

let stack: TestStack;
let reader: DataApi;

beforeAll(async () => {
  stack = await openTestStack();
  reader = createTestDataApi(stack.server.url, 'reader');
  await prepareMills(stack.dataApi, stack.owner);
  await writeView(stack.dataApi);
});

afterAll(async () => stack?.close());

beforeEach(async () => setReadersMayRead(stack.dataApi, true));

/** The value of a column in the row of the watermill; undefined without a row. */
async function readColumn(column: string): Promise<unknown> {
  const [row] = await reader.read(
    rawSql(`select to_jsonb(r) ->> '${column}'
from mills_point r
where r.resourceinstanceid = '${watermill}'`),
  );
  return row?.[0];
}

async function grantToReaders(nodegroup: string, noAccess: boolean): Promise<void> {
  await stack.dataApi
    .write(sql`insert into nodegroup_grant (nodegroup_id, account_group_id, can_read, no_access)
select ${uuid(nodegroup)}, g.account_group_id, not ${text(String(noAccess))}::boolean, ${text(String(noAccess))}::boolean
from account_group g
where g.name = 'Spatial View Reader'`);
}

const removeGrants = (): Promise<unknown> =>
  stack.dataApi.write(rawSql('delete from nodegroup_grant where true'));

async function hideResource(resource: string): Promise<void> {
  await stack.dataApi
    .write(sql`insert into resource_grant (resource_id, account_group_id, no_access)
select ${uuid(resource)}, g.account_group_id, true
from account_group g
where g.name = 'Spatial View Reader'`);
}

/** Stores a name of the owner that comes from tiles of some nodegroups. */
const renameOwner = (value: string, nodegroups: readonly string[]): Promise<unknown> =>
  stack.dataApi.write(sql`update resource
set descriptors = ${json({ en: { name: { value, nodegroups, resources: [] } } })}
where resource_id = ${uuid(owner)}`);

const removeResourceGrants = (): Promise<unknown> =>
  stack.dataApi.write(rawSql('delete from resource_grant where true'));

describe('the rows of a spatial view', () => {
  it('change with the values of tiles and their order', async () => {
    const before = await readRows(reader, 'mills_point');
    await writeMillTile(stack.dataApi, tiles.watermillRecord, watermill, millNodegroups.record, {
      ...watermillRecord,
      [millViewNodes.name]: 'Old mill',
      [millViewNodes.power]: 'b',
      [millViewNodes.height]: true,
    });
    expect([
      await readColumn('name'),
      await readColumn('driven_by'),
      await readColumn('geom_2'),
    ]).toEqual(['Old mill', 'wind', 'true']);
    await writeMillTile(
      stack.dataApi,
      tiles.watermillRecord,
      watermill,
      millNodegroups.record,
      watermillRecord,
    );
    expect(await readRows(reader, 'mills_point')).toEqual(before);
  });

  it('keep their gid while the geometry moves, and disappear with the tile', async () => {
    const readGids = () =>
      reader.read(rawSql(`select gid from mills_point where tileid = '${tiles.windmillPlace}'`));
    const before = await readGids();
    const place = (x: number) => ({ [millViewNodes.geometry]: millCollection(point(x, 2)) });
    await writeMillTile(
      stack.dataApi,
      tiles.windmillPlace,
      windmill,
      millNodegroups.place,
      place(9),
    );
    expect(await readGids()).toEqual(before);
    expect(await readRows(reader, 'mills_linestring')).toEqual([]);
    await stack.dataApi.write(sql`delete from tile where tile_id = ${uuid(tiles.windmillPlace)}`);
    expect(await readGids()).toEqual([]);
    await writeMillTile(
      stack.dataApi,
      tiles.windmillPlace,
      windmill,
      millNodegroups.place,
      place(1),
    );
    expect(await readGids()).toHaveLength(1);
  });

  it('disappear when the resource instance is deleted', async () => {
    const [resource, tile] = [millId(70), millId(71)];
    await stack.dataApi.write(sql`insert into resource (resource_id, graph_id)
values (${uuid(resource)}, ${uuid(millGraphs.mill)})`);
    const place = { [millViewNodes.geometry]: millCollection(point(7, 7)) };
    await writeMillTile(stack.dataApi, tile, resource, millNodegroups.place, place);
    expect(await readRows(reader, 'mills_point')).toHaveLength(3);
    await stack.dataApi.write(sql`delete from resource where resource_id = ${uuid(resource)}`);
    expect(await readRows(reader, 'mills_point')).toHaveLength(2);
  });

  it('are those that the group of readers may read by its defaults and grants', async () => {
    await setReadersMayRead(stack.dataApi, false);
    expect(await readRows(reader, 'mills_point')).toEqual([]);
    await grantToReaders(millNodegroups.place, false);
    expect(await readRows(reader, 'mills_point')).toHaveLength(2);
    expect(await readColumn('name')).toBeNull();
    await removeGrants();
    await setReadersMayRead(stack.dataApi, true);
    await grantToReaders(millNodegroups.record, true);
    expect([await readColumn('name'), await readColumn('kind')]).toEqual([null, 'watermill']);
    await removeGrants();
    expect(await readColumn('name')).toBe('Mill');
  });

  it('are complete if members of the group of readers are administrators', async () => {
    await setReadersMayRead(stack.dataApi, false);
    const setAdministrators = (value: boolean) =>
      stack.dataApi.write(
        rawSql(
          `update account_group set is_administrator = ${value} where name = 'Spatial View Reader'`,
        ),
      );
    await setAdministrators(true);
    expect(await readRows(reader, 'mills_point')).toHaveLength(2);
    await setAdministrators(false);
    expect(await readRows(reader, 'mills_point')).toEqual([]);
  });

  it('change with the grants for their resource instances, and for those to which their values refer', async () => {
    await hideResource(owner);
    expect([await readColumn('owner'), await readColumn('name_of_other')]).toEqual([
      'Undefined',
      null,
    ]);
    await removeResourceGrants();
    expect([await readColumn('owner'), await readColumn('name_of_other')]).toEqual([
      'Ada',
      'Ada Lovelace',
    ]);
    await hideResource(watermill);
    expect(await readColumn('gid')).toBeUndefined();
    await removeResourceGrants();
    expect(await readColumn('owner')).toBe('Ada');
  });

  it('contain the names of other resource instances if readers may read the sources of the names', async () => {
    await renameOwner('Grace', [millNodegroups.owner]);
    expect(await readColumn('owner')).toBe('Grace');
    await grantToReaders(millNodegroups.owner, true);
    expect([await readColumn('owner'), await readColumn('name_of_other')]).toEqual([
      'Undefined',
      null,
    ]);
    await removeGrants();
    await renameOwner('Ada', [millNodegroups.owner]);
    expect(await readColumn('owner')).toBe('Ada');
  });

  it('hide names of resource instances of an unreadable model, even names that come from no tile', async () => {
    await renameOwner('An owner', []);
    expect(await readColumn('owner')).toBe('An owner');
    await grantToReaders(millNodegroups.owner, true);
    expect(await readColumn('owner')).toBe('Undefined');
    await removeGrants();
    await renameOwner('Ada', [millNodegroups.owner]);
  });

  it('change with the tile of another resource instance that a value refers to', async () => {
    const writeOwnerName = (value: unknown) =>
      writeMillTile(stack.dataApi, tiles.owner, owner, millNodegroups.owner, {
        [millViewNodes.ownerName]: value,
      });
    await writeOwnerName('Countess');
    expect(await readColumn('name_of_other')).toBe('Countess');
    await writeOwnerName('Ada Lovelace');
    expect(await readColumn('name_of_other')).toBe('Ada Lovelace');
  });

  it('change with labels of concepts, in the language of the view', async () => {
    const relabel = (value: string) =>
      stack.dataApi.write(
        sql`update concept_value set value = ${text(value)} where value_id = ${uuid(millConcepts.value)}`,
      );
    await relabel('mill by a river');
    expect(await readColumn('kind')).toBe('mill by a river');
    await relabel('watermill');
    await writeView(stack.dataApi, { language: 'fr-CA' });
    expect([
      await readColumn('kind'),
      await readColumn('name'),
      await readColumn('driven_by'),
    ]).toEqual(['moulin à eau', 'Moulin', 'eau']);
    await writeView(stack.dataApi);
    expect(await readColumn('kind')).toBe('watermill');
  });

  it('change with the options and the alias of a node', async () => {
    await stack.owner.write(sql`update node
set alias = 'force', config = ${json({ options: [{ id: 'a', text: 'stream' }] })}
where node_id = ${uuid(millViewNodes.power)}`);
    expect(await readColumn('force')).toBe('stream');
  });

  it('have an empty column if the model loses the node, and the view reports the problem', async () => {
    const readProblems = () =>
      stack.owner.read(
        rawSql(`select array_to_string(spatial_view_problems('${millId(90)}'), ' ')`),
      );
    await stack.owner.write(sql`delete from node where node_id = ${uuid(millViewNodes.website)}`);
    expect(await readColumn('website')).toBeNull();
    expect((await readProblems())[0]?.[0]).toContain(millViewNodes.website);
    await stack.owner.write(sql`delete from node where node_id = ${uuid(millViewNodes.geometry)}`);
    expect(await readRows(reader, 'mills_point')).toEqual([]);
    const [comment] = await stack.owner.read(
      rawSql(`select obj_description('mills_point'::regclass)`),
    );
    expect(comment?.[0]).toContain('shows nothing');
    await addNodes(stack.owner);
    await runQuery(stack.owner.write, syncNodeDatatypes());
    await stack.owner.write(rawSql('update tile set data = data'));
    expect([await readColumn('website'), (await readProblems())[0]?.[0]]).toEqual([
      'https://mill.example',
      '',
    ]);
  });

  it('exist for values of any shape', async () => {
    const oddValues: readonly unknown[] = [
      null,
      7,
      true,
      'x',
      '',
      [],
      {},
      [[null]],
      [{ resourceId: 5 }],
    ];
    for (const value of oddValues) {
      const data = Object.fromEntries(Object.values(millViewNodes).map((node) => [node, value]));
      await writeMillTile(
        stack.dataApi,
        tiles.watermillRecord,
        watermill,
        millNodegroups.record,
        data,
      );
      await writeMillTile(stack.dataApi, tiles.secondKind, watermill, millNodegroups.kind, data, 2);
      expect(await readColumn('gid')).not.toBeUndefined();
    }
  });
});
