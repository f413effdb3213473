import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { runQuery } from '../../../lib/data-api/query.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import type { MapTilePosition } from '../../../lib/model/map-tiles/map-tile-position.ts';
import { findMapTile } from '../../../lib/queries/map-tiles/map-tile.ts';
import { triesAllCases } from '../../support/random/take-sample.ts';
import { openSampleService } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';
import { placeNodes } from '../../support/test-spatial-views.ts';

const placeCount = triesAllCases ? 40_000 : 24_000;

let service: TestService;

beforeAll(async () => {
  service = await openSampleService();
  await service.openToGuest();
  await service.stack.owner.write(
    rawSql(`with place as materialized (
  select gen_random_uuid() as resource_id, n.nodegroup_id, n.graph_id, n.node_id, s.number
  from generate_series(1, ${placeCount}) s (number)
  cross join node n
  where n.node_id = '${placeNodes.geometry}'
),
new_resource as (
  insert into resource (resource_id, graph_id)
  select p.resource_id, p.graph_id
  from place p
)
insert into tile (tile_id, resource_id, nodegroup_id, data)
select
  gen_random_uuid(),
  p.resource_id,
  p.nodegroup_id,
  jsonb_build_object(p.node_id, jsonb_build_object('type', 'Point', 'coordinates', jsonb_build_array(
    p.number % 3590 / 10.0 - 179,
    p.number % 1691 / 10.0 - 84
  )))
from place p`),
  );
  // Plans are those of a table that autovacuum has visited.
  await service.stack.owner.write(rawSql('vacuum analyze'));
});

afterAll(async () => service?.close());

/** Finds a tile, and counts the rows that it reads through the index of maps, and the scans of whole tables. */
async function countReads(position: MapTilePosition, areSingle: boolean) {
  return service.stack.owner.transaction(async ({ execute }) => {
    const readCounts = rawSql(`select
  pg_stat_get_xact_tuples_returned('feature_map'::regclass)::text,
  (pg_stat_get_xact_numscans('feature'::regclass) + pg_stat_get_xact_numscans('resource'::regclass))::text`);
    const [before] = await execute(readCounts);
    const tile = await runQuery(
      execute,
      findMapTile(null, {
        ...position,
        nodeId: null,
        collectionId: null,
        areSingle,
        representation: '',
        ifNoneMatch: [],
      }),
    );
    const [after] = await execute(readCounts);
    const difference = (column: number) => Number(after?.[column]) - Number(before?.[column]);
    const counted = tile.clusters.reduce((sum, { count }) => sum + count, 0);
    return { shown: tile.features.length, counted, rows: difference(0), tableScans: difference(1) };
  });
}

describe('a tile among thousands of places', () => {
  const world = { zoom: 0, column: 0, row: 0 };
  const smallArea = { zoom: 6, column: 32, row: 30 };

  it('of the world reads at most 2.5 times as many places as it shows, and no whole table', async () => {
    const { shown, rows, tableScans } = await countReads(world, true);
    expect({ shown, tableScans }).toEqual({ shown: 5000, tableScans: 0 });
    expect(rows).toBeLessThanOrEqual(2.5 * shown);
  });

  it('of a small area reads only its places, besides shapes across its edges, and no whole table', async () => {
    const { shown, rows, tableScans } = await countReads(smallArea, true);
    expect(tableScans).toBe(0);
    expect(shown).toBeGreaterThan(0);
    expect(rows).toBeLessThanOrEqual(shown + 20);
  });

  it('with clusters reads what it counts once, a small part of it twice, what it shows three times, and no whole table', async () => {
    const { shown, counted, rows, tableScans } = await countReads(world, false);
    expect(shown + counted).toBeGreaterThan(placeCount);
    expect(tableScans).toBe(0);
    expect(rows).toBeLessThanOrEqual(1.1 * counted + 3 * shown + 20);
  });

  it('with clusters reads only the places of a small area', async () => {
    const { shown, counted, rows, tableScans } = await countReads(smallArea, false);
    expect(tableScans).toBe(0);
    expect(shown + counted).toBeGreaterThan(0);
    expect(rows).toBeLessThanOrEqual(1.1 * counted + 3 * shown + 20);
  });
});

describe('a shape of more points than a tile should have', () => {
  it('is drawn, although separate points cannot be simplified', async () => {
    const [row] = await service.stack.owner.read(
      rawSql(`select length(map_shape(st_setsrid(st_collect(st_makepoint(n % 300 - 150, n / 300 % 100 - 50)), 4326), 0, 0, 0)) > 1000
from generate_series(1, 25000) n`),
    );
    expect(row).toEqual([true]);
  });
});
