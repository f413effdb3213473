import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { DataApi } from '../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import { rawSql, sql, uuid } from '../../../../lib/data-api/sql.ts';
import { fillNextBatch } from '../../../../lib/queries/spatial-views/fill-views.ts';
import { fillViews } from '../../../../lib/writing/spatial-views/fill-views.ts';
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

const millCount = 1200;

let stack: TestStack;
let reader: DataApi;

beforeAll(async () => {
  stack = await openTestStack();
  reader = createTestDataApi(stack.server.url, 'reader');
  await prepareMills(stack.dataApi, stack.owner);
  // Makes batches and requests smaller, so that a thousand mills are enough.
  const [[definition] = []] = await stack.owner.read(
    rawSql(`select pg_get_functiondef('fill_spatial_views()'::regprocedure)`),
  );
  await stack.owner.write(rawSql(String(definition).replace('limit 10000', 'limit 1000')));
  await stack.owner.write(
    rawSql(`create or replace function spatial_layer.max_features_at_once() returns integer
language sql immutable
return 100`),
  );
  await stack.dataApi.write(sql`insert into resource (resource_id, graph_id)
select md5('mill ' || m)::uuid, ${uuid(millGraphs.mill)}
from generate_series(1, ${rawSql(String(millCount))}) as m`);
  await stack.dataApi.write(sql`insert into tile (tile_id, resource_id, nodegroup_id, data)
select
  md5('place ' || m)::uuid,
  md5('mill ' || m)::uuid,
  ${uuid(millNodegroups.place)},
  jsonb_build_object(${uuid(millViewNodes.geometry)}::text, st_asgeojson(st_point(m * 0.01, m % 80))::jsonb)
from generate_series(1, ${rawSql(String(millCount))}) as m`);
});

beforeEach(async () => {
  await stack.dataApi.write(rawSql('delete from spatial_view where true'));
  await setReadersMayRead(stack.dataApi, true);
  await writeView(stack.dataApi);
});

afterAll(async () => stack?.close());

const countRows = async (): Promise<number> => {
  const [[count] = []] = await reader.read(rawSql('select count(*)::text from mills_point'));
  return Number(count);
};

describe('a spatial view of more features than fit into a request', () => {
  it('shows nothing until the last batch, and then everything', async () => {
    const counts = [await countRows()];
    while (await runQuery(stack.dataApi.write, fillNextBatch())) counts.push(await countRows());
    const finalCount = await countRows();
    expect(finalCount).toBeGreaterThan(millCount);
    expect(counts).toEqual([0, 0, 0, finalCount]);
  });

  it('is filled from where an earlier run was interrupted', async () => {
    let batches = 1;
    await fillViews(stack.dataApi, () => (batches -= 1) >= 0);
    expect(await countRows()).toBe(0);
    expect(await fillViews(stack.dataApi)).toEqual({ batches: 2, isComplete: true });
    expect(await countRows()).toBeGreaterThan(millCount);
  });

  it('shows values that were written while it was filled', async () => {
    await runQuery(stack.dataApi.write, fillNextBatch());
    await writeMillTile(stack.dataApi, tiles.watermillRecord, watermill, millNodegroups.record, {
      ...watermillRecord,
      [millViewNodes.height]: 7.25,
    });
    await fillViews(stack.dataApi);
    const rows = await reader.read(
      rawSql(`select m::text from mills_point m where resourceinstanceid = '${watermill}'`),
    );
    expect(rows.flat()).toEqual([expect.stringContaining('7.25')]);
  });

  it('shows nothing after the right to read is removed, even after it is filled again', async () => {
    await fillViews(stack.dataApi);
    await setReadersMayRead(stack.dataApi, false);
    expect(await countRows()).toBe(0);
    await fillViews(stack.dataApi);
    expect(await countRows()).toBe(0);
  });
});
