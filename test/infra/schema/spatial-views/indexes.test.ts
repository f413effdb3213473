import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { DataApi } from '../../../../lib/data-api/client.ts';
import { rawSql, sql, uuid } from '../../../../lib/data-api/sql.ts';
import { createTestDataApi } from '../../../support/data-api-client.ts';
import { openTestStack, type TestStack } from '../../../support/stack.ts';
import {
  addNodes,
  millGraphs,
  millNodegroups,
  millViewNodes,
  prepareMills,
  setReadersMayRead,
  writeView,
} from './mill-views.ts';

let stack: TestStack;
let reader: DataApi;

beforeAll(async () => {
  stack = await openTestStack();
  reader = createTestDataApi(stack.server.url, 'reader');
  await prepareMills(stack.dataApi, stack.owner);
  await setReadersMayRead(stack.dataApi, true);
  await createMills(1000);
  await writeView(stack.dataApi);
});

afterAll(async () => stack?.close());

/** Creates mills all over the map, each with one point. */
async function createMills(count: number): Promise<void> {
  await stack.dataApi.write(sql`insert into resource (resource_id, graph_id)
select md5('mill ' || m)::uuid, ${uuid(millGraphs.mill)}
from generate_series(1, ${rawSql(String(count))}) as m`);
  await stack.dataApi.write(sql`insert into tile (tile_id, resource_id, nodegroup_id, data)
select
  md5('place ' || m)::uuid,
  md5('mill ' || m)::uuid,
  ${uuid(millNodegroups.place)},
  jsonb_build_object(${uuid(millViewNodes.geometry)}::text, st_asgeojson(st_point(m * 0.05, m % 80))::jsonb)
from generate_series(1, ${rawSql(String(count))}) as m`);
}

/** The tables of views whose geometries have no index. */
async function listTablesWithoutIndex(): Promise<readonly unknown[]> {
  const rows = await stack.owner.read(
    rawSql(`select c.relname::text
from pg_catalog.pg_class c
join pg_attribute a
  on a.attrelid = c.oid
  and a.attname = 'geom'
where c.relnamespace = 'spatial_layer'::regnamespace
  and c.relkind = 'r'
  and not exists (
    select
    from pg_index i
    where i.indrelid = c.oid
      and i.indkey[0] = a.attnum
      and i.indisvalid
  )`),
  );
  return rows.flat();
}

async function explainBoundingBox(view: string): Promise<string> {
  const plan = await reader.read(
    rawSql(`explain select * from ${view} where geom && st_makeenvelope(0, 0, 1, 1, 4326)`),
  );
  return plan.flat().join('\n');
}

const setDefaultLanguage = (language: string) => sql`insert into setting (name, value)
values ('language', ${rawSql(`'${language}'`)})
on conflict (name) do update set value = excluded.value`;

const changeNode = (change: string) =>
  stack.owner.write(
    sql`update node set ${rawSql(change)} where node_id = ${uuid(millViewNodes.height)}`,
  );

/** Changes that create views or rows again, each with the name of a view that exists afterwards. */
const recreations: readonly (readonly [string, string, () => Promise<unknown>])[] = [
  ['a new alias of an attribute', 'mills_point', () => changeNode(`alias = 'tallness'`)],
  [
    'a new name of an attribute',
    'mills_point',
    () => changeNode(`alias = null, name = '"Height"'`),
  ],
  [
    'a new datatype of an attribute',
    'mills_point',
    () => changeNode(`column_text = '{"as": "nothing"}'`),
  ],
  [
    'the loss of an attribute, and its return',
    'mills_point',
    async () => {
      await stack.owner.write(sql`delete from node where node_id = ${uuid(millViewNodes.website)}`);
      await addNodes(stack.owner);
    },
  ],
  [
    'the loss of the geometry node, and its return',
    'mills_point',
    async () => {
      await stack.owner.write(
        sql`delete from node where node_id = ${uuid(millViewNodes.geometry)}`,
      );
      await addNodes(stack.owner);
      await stack.dataApi.write(rawSql('update tile set data = data where true'));
    },
  ],
  ['another slug', 'water_mills_point', () => writeView(stack.dataApi, { slug: 'water_mills' })],
  [
    'fewer attributes',
    'mills_point',
    () => writeView(stack.dataApi, { attributes: [millViewNodes.name] }),
  ],
  [
    'more attributes',
    'mills_point',
    () => writeView(stack.dataApi, { attributes: [millViewNodes.name, millViewNodes.kind] }),
  ],
  ['another language', 'mills_point', () => writeView(stack.dataApi, { language: 'fr' })],
  ['another default language', 'mills_point', () => stack.owner.write(setDefaultLanguage('fr'))],
  ['one view for all types', 'mills_mixed_geom', () => writeView(stack.dataApi, { isMixed: true })],
  ['one view for each type', 'mills_point', () => writeView(stack.dataApi)],
  ['another reference system', 'mills_point', () => writeView(stack.dataApi, { srid: 3857 })],
  [
    'a change to inactive and back',
    'mills_point',
    async () => {
      await writeView(stack.dataApi, { isActive: false });
      await writeView(stack.dataApi);
    },
  ],
  [
    'the removal and the return of rights',
    'mills_point',
    async () => {
      await setReadersMayRead(stack.dataApi, false);
      await setReadersMayRead(stack.dataApi, true);
    },
  ],
  [
    'a new alias beside a write in one transaction',
    'mills_point',
    () =>
      stack.owner.transaction(async (transaction) => {
        const write = (statement: string) => transaction.execute(rawSql(statement));
        await write(`update node set alias = 'h' where node_id = '${millViewNodes.height}'`);
        await write(`update tile set sort_order = 1 where resource_id = md5('mill 7')::uuid`);
      }),
  ],
];

describe('the index of a spatial view', () => {
  it.each(recreations)(
    'exists after %s, and is used for a bounding box',
    async (_, view, change) => {
      await change();
      expect(await listTablesWithoutIndex()).toEqual([]);
      expect(await explainBoundingBox(view)).toMatch(/Index Scan .*_geom_idx/);
    },
  );
});
