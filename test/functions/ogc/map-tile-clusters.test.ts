import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { runQuery } from '../../../lib/data-api/query.ts';
import { findMapTile } from '../../../lib/queries/map-tiles/map-tile.ts';
import { openSampleService, queryColumn, runStatement } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';
import { placeNodes } from '../../support/test-spatial-views.ts';
import { addPlaces } from './map-places.ts';
import { readTile, tileOf, tilePath, type TileAddress } from './vector-tiles.ts';

/*
 * Below zoom 10, a cell of an eighth of a tile with more than 25 features of a model is one point with their number.
 */

const mostSingle = 25;
const cellsPerTile = 8;

const world: TileAddress = { zoom: 0, column: 0, row: 0 };

/** Positions on the edges of tiles and their cells, and between them, in a few dense places. */
const drawPosition = fc.oneof(
  fc.tuple(
    fc.integer({ min: -8, max: 8 }).map((edge) => (edge * 360) / 2 ** 9),
    fc.double({ min: -1, max: 1, noNaN: true }),
  ),
  fc.tuple(
    fc.double({ min: 10, max: 14, noNaN: true }),
    fc.double({ min: 50, max: 53, noNaN: true }),
  ),
  fc.tuple(
    fc.double({ min: -179, max: 179, noNaN: true }),
    fc.double({ min: -80, max: 80, noNaN: true }),
  ),
);

const drawPlace = fc
  .tuple(drawPosition, fc.constantFrom(0, 0, 0, 0.001, 5))
  .map(([[west, south], size]): GeoJSON.Geometry =>
    size === 0
      ? { type: 'Point', coordinates: [west, south] }
      : {
          type: 'LineString',
          coordinates: [
            [west, south],
            [west + size, south + size / 2],
          ],
        },
  );

const addresses = [
  world,
  { zoom: 1, column: 0, row: 0 },
  { zoom: 1, column: 1, row: 1 },
  ...[3, 5, 7, 9].flatMap((zoom) => [
    tileOf(12, 51.5, zoom),
    tileOf(0, 0.1, zoom),
    tileOf(-0.001, 0.1, zoom),
  ]),
];

const featureSchema = z.object({ graph: z.string(), box: z.array(z.number()) });

let service: TestService;
let callers: readonly (number | null)[];

beforeAll(async () => {
  service = await openSampleService();
  await service.openToGuest();
  await addPlaces(service, fc.sample(drawPlace, 3000));
  await runStatement(
    service,
    `insert into account (username, is_administrator) values ('tile-reader', false), ('tile-administrator', true)`,
  );
  // A third is closed to Guest. The account opens some of it by its own grants, and closes some of the rest.
  await runStatement(
    service,
    `insert into resource_grant (resource_id, account_group_id, account_id, no_access, can_view)
select f.resource_id, g.account_group_id, null, true, false
from feature f
cross join account_group g
where g.name = 'Guest'
  and f.gid % 3 = 0
union
select f.resource_id, null, a.account_id, f.gid % 5 = 1, f.gid % 5 = 0
from feature f
cross join account a
where a.username = 'tile-reader'
  and f.gid % 5 < 2
on conflict do nothing`,
  );
  const accounts = await queryColumn(
    service,
    `select account_id::text from account where username like 'tile-%' order by account_id`,
  );
  callers = [null, ...accounts.map(Number)];
});

afterAll(async () => service?.close());

async function readClusters(caller: number | null, address: TileAddress) {
  const { features, clusters, nodes } = await runQuery(
    service.stack.dataApi.read,
    findMapTile(caller, {
      ...address,
      nodeId: null,
      collectionId: null,
      representation: '',
      ifNoneMatch: [],
    }),
  );
  const graphs = new Map(nodes.map(({ position, graphId }) => [position, graphId]));
  const cells = clusters.map(({ nodePosition, column, row, count }) => {
    const cell = [column, row].map((step) => Math.floor((step * cellsPerTile) / 4096));
    return `${graphs.get(nodePosition)} ${cell.join(' ')}: ${count}`;
  });
  return { cells: cells.toSorted(), features };
}

/** The boxes of the features that a caller may see, by the functions that decide it for single resource instances. */
async function readVisible(caller: number | null) {
  const rows = await queryColumn(
    service,
    `select json_build_object('graph', n.graph_id, 'box', json_build_array(
  st_xmin(f.geometry), st_ymax(f.geometry), st_xmax(f.geometry), st_ymin(f.geometry)
))::text
from feature f
join node n on n.node_id = f.node_id
join readable_nodegroup(${caller}) r on r.nodegroup_id = n.nodegroup_id
where f.map_cell is not null
  and f.resource_id in (select v.resource_id from visible_resource(${caller}) v)`,
  );
  return rows.map((row) => featureSchema.parse(JSON.parse(row)));
}

/** The cells of a tile with many of these features, counted one by one. */
function countCells(
  features: readonly z.output<typeof featureSchema>[],
  { zoom, column, row }: TileAddress,
) {
  const counts = new Map<string, number>();
  for (const {
    graph,
    box: [west = 0, north = 0, east = 0, south = 0],
  } of features) {
    const first = tileOf(west, north, zoom + 3);
    const last = tileOf(east, south, zoom + 3);
    if (first.column !== last.column || first.row !== last.row) continue;
    const [x, y] = [first.column - column * cellsPerTile, first.row - row * cellsPerTile];
    if (x < 0 || y < 0 || x >= cellsPerTile || y >= cellsPerTile) continue;
    const key = `${graph} ${x} ${y}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > mostSingle)
    .map(([key, count]) => `${key}: ${count}`)
    .toSorted();
}

describe('the clusters of a tile', () => {
  it('count exactly what each caller may see in each cell, counted one by one', async () => {
    let clusters = 0;
    for (const caller of callers) {
      const visible = await readVisible(caller);
      for (const address of addresses) {
        const { cells } = await readClusters(caller, address);
        expect({ caller, address, cells }).toEqual({
          caller,
          address,
          cells: countCells(visible, address),
        });
        clusters += cells.length;
      }
    }
    expect(clusters).toBeGreaterThan(50);
  });

  it('differ by caller', async () => {
    const cells = await Promise.all(
      callers.map(async (caller) => (await readClusters(caller, world)).cells.join()),
    );
    expect(new Set(cells).size).toBe(callers.length);
  });

  it('and the features beside them are everything once, whatever edges it is on', async () => {
    for (const caller of callers) {
      const shown = new Set<number>();
      let counted = 0;
      for (const column of [0, 1, 2, 3]) {
        for (const row of [0, 1, 2, 3]) {
          const { features, cells } = await readClusters(caller, { zoom: 2, column, row });
          for (const { gid } of features) shown.add(gid);
          counted += cells.reduce((sum, cell) => sum + Number(cell.split(': ')[1]), 0);
        }
      }
      expect(shown.size + counted).toBe((await readVisible(caller)).length);
    }
  });

  it('shrink at once when a record is closed', async () => {
    const before = await readClusters(null, world);
    await runStatement(
      service,
      `insert into resource_grant (resource_id, account_group_id, no_access)
select f.resource_id, g.account_group_id, true
from feature f
cross join account_group g
where g.name = 'Guest'
  and f.node_id = '${placeNodes.geometry}'
on conflict do nothing`,
    );
    const after = await readClusters(null, world);
    expect(before.cells.length).toBeGreaterThan(0);
    expect([after.cells, after.features]).toEqual([[], []]);
    await runStatement(service, `delete from resource_grant where account_group_id is not null`);
  });

  it('are points with the properties cluster, count and graphid, and have no part in an answer of zoom 10', async () => {
    const path = tilePath('/ogc/tiles', world);
    const response = await service.fetch(path);
    const features = await readTile(service, path, world);
    const cluster = features.find(({ properties }) => properties['cluster'] === true);
    expect(cluster).toMatchObject({
      layer: 'heritage-place',
      geometry: { type: 'Point' },
      properties: { cluster: true, count: expect.any(Number), graphid: expect.any(String) },
    });
    const unchanged = await service.fetch(path, {
      headers: { 'If-None-Match': response.headers.get('etag') ?? '' },
    });
    expect(unchanged.status).toBe(304);
    const dense = tileOf(12, 51.5, 10);
    const close = await readTile(service, tilePath('/ogc/tiles', dense), dense);
    expect(close.filter(({ properties }) => 'cluster' in properties)).toEqual([]);
  });

  it('get another entity tag when their counts change', async () => {
    const readTag = async () =>
      (await service.fetch(tilePath('/ogc/tiles', world))).headers.get('etag');
    const before = await readTag();
    await addPlaces(service, [{ type: 'Point', coordinates: [12, 51.5] }]);
    expect(await readTag()).not.toBe(before);
  });
});

describe('an area within a larger one', () => {
  it('comes after it in the tile, so that maps draw it above', async () => {
    const square = (size: number): GeoJSON.Geometry => ({
      type: 'Polygon',
      coordinates: [
        [
          [100, 20],
          [100 + size, 20],
          [100 + size, 20 + size],
          [100, 20 + size],
          [100, 20],
        ],
      ],
    });
    await addPlaces(service, [2, 8, 4].map(square));
    const address = tileOf(101, 21, 3);
    const features = await readTile(service, tilePath('/ogc/tiles', address), address);
    const widths = features
      .filter(({ geometry }) => geometry.type === 'Polygon')
      .map(
        ({ parts: [ring = []] }) =>
          Math.max(...ring.map(({ x }) => x)) - Math.min(...ring.map(({ x }) => x)),
      );
    expect(widths).toHaveLength(3);
    expect(widths).toEqual(widths.toSorted((first, second) => second - first));
  });
});
