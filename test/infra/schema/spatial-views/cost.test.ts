import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { DataApi } from '../../../../lib/data-api/client.ts';
import { rawSql, sql, uuid } from '../../../../lib/data-api/sql.ts';
import { createTestDataApi } from '../../../support/data-api-client.ts';
import { openTestStack, type TestStack } from '../../../support/stack.ts';
import {
  millGraphs,
  millNodegroups,
  millViewNodes,
  prepareMills,
  setReadersMayRead,
  tiles,
  watermill,
  watermillRecord,
  writeMillTile,
  writeView,
} from './mill-views.ts';

let stack: TestStack;
let reader: DataApi;

beforeAll(async () => {
  stack = await openTestStack();
  reader = createTestDataApi(stack.server.url, 'reader');
  await prepareMills(stack.dataApi, stack.owner);
  await setReadersMayRead(stack.dataApi, true);
  await stack.dataApi.write(sql`insert into resource (resource_id, graph_id)
select md5('mill ' || m)::uuid, ${uuid(millGraphs.mill)}
from generate_series(1, 3000) as m`);
  await stack.dataApi.write(sql`insert into tile (tile_id, resource_id, nodegroup_id, data)
select
  md5('place ' || m)::uuid,
  md5('mill ' || m)::uuid,
  ${uuid(millNodegroups.place)},
  jsonb_build_object(${uuid(millViewNodes.geometry)}::text, st_asgeojson(st_point(m * 0.05, m % 80))::jsonb)
from generate_series(1, 3000) as m`);
  await writeView(stack.dataApi);
});

afterAll(async () => stack?.close());

/** The id of the transaction that wrote each row of the view of points, by resource instance. */
async function readWritersOfRows(): Promise<ReadonlyMap<unknown, unknown>> {
  const rows = await stack.owner.read(
    rawSql(`select resourceinstanceid, xmin::text
from spatial_layer."71ee0000000040008000000000000090_point"`),
  );
  return new Map(rows.map(([resource, writer]) => [resource, writer]));
}

/** The resource instances whose rows are written by some work. */
async function findWrittenResources(work: () => Promise<unknown>): Promise<readonly unknown[]> {
  const before = await readWritersOfRows();
  await work();
  const after = await readWritersOfRows();
  return [...after]
    .filter(([resource, writer]) => before.get(resource) !== writer)
    .map(([resource]) => resource);
}

describe('the cost of a spatial view', () => {
  it('is a write of the rows of one resource instance if a value changes, and no write otherwise', async () => {
    const record = { ...watermillRecord, [millViewNodes.height]: 7 };
    const write = () =>
      writeMillTile(stack.dataApi, tiles.watermillRecord, watermill, millNodegroups.record, record);
    expect(await findWrittenResources(write)).toEqual([watermill]);
    expect(await findWrittenResources(write)).toEqual([]);
  });

  it('is a write of only the rows that differ if a right changes', async () => {
    const grant = sql`insert into nodegroup_grant (nodegroup_id, account_group_id, no_access)
select ${uuid(millNodegroups.record)}, g.account_group_id, true
from account_group g
where g.name = 'Spatial View Reader'`;
    expect(await findWrittenResources(() => stack.dataApi.write(grant))).toEqual([watermill]);
  });

  it('is an index scan for the query of a bounding box', async () => {
    const plan = await reader.read(
      rawSql(`explain select * from mills_point where geom && st_makeenvelope(0, 0, 1, 1, 4326)`),
    );
    expect(plan.flat().join('\n')).toMatch(/Index Scan .*_point_geom_idx/);
  });
});
