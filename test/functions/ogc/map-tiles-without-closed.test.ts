import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { runQuery } from '../../../lib/data-api/query.ts';
import { findMapTile } from '../../../lib/queries/map-tiles/map-tile.ts';
import { runCount } from '../../support/random/run-count.ts';
import { openSampleService, queryColumn, runStatement } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';
import { addPlaces, closeEveryThird, deleteClosed, visibleGids } from './map-places.ts';
import { readTile, tileOf, tilePath, type TileAddress } from './vector-tiles.ts';

/*
 * A tile is the same as in a database without what is closed to its caller, also where it cannot show everything.
 */

const world: TileAddress = { zoom: 0, column: 0, row: 0 };

/** Degrees between the edges of tiles, so that every place is in one tile. */
const degrees = (limit: number) =>
  fc.integer({ min: -limit * 1e6, max: limit * 1e6 - 1 }).map((number) => (number + 0.5) / 1e6);
const longitude = degrees(180);
const latitude = degrees(84);
const position = fc.tuple(longitude, latitude).map((pair) => [...pair]);
const side = fc.double({ min: 1e-6, max: 40, noNaN: true });

const drawPoint = position.map((coordinates): GeoJSON.Geometry => ({ type: 'Point', coordinates }));

/** Lines and areas of all sizes; some of them cross the 180th meridian or the edge of the map. */
const drawShape = fc
  .record({ corner: position, width: side, height: side, isArea: fc.boolean() })
  .map(({ corner: [west = 0, south = 0], width, height, isArea }): GeoJSON.Geometry => {
    const [east, north] = [west + width, Math.min(south + height, 89)];
    return isArea
      ? {
          type: 'Polygon',
          coordinates: [
            [
              [west, south],
              [east, south],
              [east, north],
              [west, north],
              [west, south],
            ],
          ],
        }
      : {
          type: 'LineString',
          coordinates: [
            [west, south],
            [east, north],
          ],
        };
  });

/** Places that are hard to compute, on the edges of the map, and beyond. */
const edges: readonly GeoJSON.Geometry[] = [
  [0, 0],
  [5e-324, -5e-324],
  [180, 0],
  [-180, 85.051_128_779_806_6],
  [190, 10],
  [1e300, 10],
  [0, 90],
  [0, -1e300],
].map((coordinates) => ({ type: 'Point', coordinates }));

let service: TestService;
let addresses: readonly TileAddress[];

beforeAll(async () => {
  service = await openSampleService();
  await service.openToGuest();
  await addPlaces(service, fc.sample(drawPoint, 8000));
  await addPlaces(service, [...fc.sample(drawShape, 300), ...edges]);
  await closeEveryThird(service);
  addresses = fc
    .sample(fc.tuple(position, fc.integer({ min: 0, max: 9 })), runCount(100, 12).numRuns)
    .map(([[x = 0, y = 0], zoom]) => tileOf(x, y, zoom));
});

afterAll(async () => service?.close());

async function readBytes(address: TileAddress) {
  const response = await service.fetch(tilePath('/ogc/tiles', address));
  return {
    status: response.status,
    tag: response.headers.get('etag'),
    bytes: Buffer.from(await response.arrayBuffer()).toString('base64'),
  };
}

/** The visible features that intersect a tile with a margin, which is a part of its width. The world repeats itself every 360 degrees. */
async function gidsWithin(
  { zoom, column, row }: TileAddress,
  margin: number,
): Promise<readonly string[]> {
  return queryColumn(
    service,
    `select f.gid::text
from feature f
cross join map_tile_box(${zoom}, ${column}, ${row}, ${margin}) b (box)
where f.resource_id in (select v.resource_id from visible_resource(null) v)
  and exists (
    select
    from unnest('{-360,0,360}'::double precision[]) s (shift)
    where st_intersects(st_translate(f.geometry, s.shift, 0), b.box)
  )`,
  );
}

async function geometriesOf(gids: readonly (string | number)[]): Promise<readonly string[]> {
  const list = `{${gids.join(',')}}`;
  return queryColumn(
    service,
    `select f.geometry_text from feature f where f.gid = any ('${list}'::integer[])`,
  );
}

describe('a vector tile', () => {
  it('without clusters shows the 5,000 features with the lowest ranks of all that the caller may see', async () => {
    const gids = await visibleGids(service);
    expect(gids.length).toBeGreaterThan(5200);
    const { features } = await runQuery(
      service.stack.dataApi.read,
      findMapTile(null, {
        ...world,
        nodeId: null,
        collectionId: null,
        areSingle: true,
        representation: '',
        ifNoneMatch: [],
      }),
    );
    const shown = new Set(features.map(({ gid }) => gid));
    const expected = new Set(gids.slice(0, 5000));
    const missing = await geometriesOf([...expected.difference(shown)]);
    expect({ missing, invented: [...shown.difference(expected)] }).toEqual({
      missing: [],
      invented: [],
    });
  });

  it('shows or counts each feature that reaches into it, and shows none that does not reach its margin', async () => {
    for (const address of addresses.filter(({ zoom }) => zoom > 1)) {
      const features = await readTile(service, tilePath('/ogc/tiles', address), address);
      const shown = new Set(
        features
          .filter(({ properties }) => properties['cluster'] === undefined)
          .map(({ id }) => String(id)),
      );
      const counts = features.map(({ properties }) => Number(properties['count'] ?? 0));
      const counted = counts.reduce((sum, count) => sum + count, 0);
      const unseen = async (margin: number) =>
        (await gidsWithin(address, margin)).filter((gid) => !shown.has(gid)).length;
      // A place on an edge is in one tile.
      expect([address, await unseen(-1e-6)]).toEqual([
        address,
        expect.toSatisfy((number) => number <= counted),
      ]);
      expect([address, await unseen(1e-6)]).toEqual([
        address,
        expect.toSatisfy((number) => number >= counted),
      ]);
      const invented = [...shown.difference(new Set(await gidsWithin(address, 64 / 4096)))];
      expect({ address, invented }).toEqual({ address, invented: [] });
    }
  });

  it('stays the same, with its entity tag, if what is closed is deleted', async () => {
    const tiles = [world, ...addresses];
    const before = await Promise.all(tiles.map(readBytes));
    expect(before.filter(({ status }) => status === 200).length).toBeGreaterThan(5);
    await deleteClosed(service);
    expect(await queryColumn(service, 'select count(*)::text from resource_grant')).toEqual(['0']);
    expect(await Promise.all(tiles.map(readBytes))).toEqual(before);
    await runStatement(service, 'vacuum analyze feature');
  });
});
