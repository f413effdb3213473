import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { metresEast, metresNorth } from '../../../lib/model/geojson/coordinate-systems.ts';
import { crsUri } from '../../../lib/model/ogc/crs-uris.ts';
import { runCount } from '../../support/random/run-count.ts';
import { queryColumn, openSampleService } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';
import { takeSample } from '../../support/random/take-sample.ts';

const answer = z.object({
  features: z.array(z.looseObject({ geometry: z.unknown(), properties: z.unknown() })),
  _page: z.number().optional(),
  _lastPage: z.boolean().optional(),
  numberMatched: z.number().optional(),
});

let service: TestService;
/** The keys of all features, in order. */
let allFeatureKeys: readonly string[];

beforeAll(async () => {
  service = await openSampleService();
  await service.openToGuest();
  allFeatureKeys = featureKeys(await get(''));
});

afterAll(async () => service?.close());

const get = async (query: string) => answer.parse(await service.fetchJson(`/geojson?${query}`));
/** The geometry and properties of each feature, as JSON. */
const featureKeys = ({ features }: z.output<typeof answer>): readonly string[] =>
  features.map(({ geometry, properties }) => JSON.stringify([geometry, properties]));

/** Follows the links to the next pages. */
async function followPages(first: string, init?: RequestInit) {
  const pages: z.output<typeof answer>[] = [];
  for (let path: string | undefined = first; path !== undefined;) {
    const response = await service.fetch(path, init);
    expect(response.status).toBe(200);
    pages.push(answer.parse(await response.json()));
    const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    path = next === undefined ? undefined : next.slice(next.indexOf('/geojson'));
  }
  return pages;
}

describe('pages of features', () => {
  it('contain all features of the unpaged response, with page numbers and a mark on the last page', async () => {
    const tileCount = Number(
      (await queryColumn(service, 'select count(distinct tile_id) from feature'))[0],
    );
    const limits = fc.oneof(
      fc.integer({ min: 1, max: tileCount + 5 }),
      fc.constantFrom(tileCount, tileCount / 2),
    );
    await fc.assert(
      fc.asyncProperty(limits, async (anyLimit) => {
        const limit = Math.max(6, Math.floor(anyLimit));
        const pages = await followPages(`/geojson?limit=${limit}`);
        expect(pages.flatMap(featureKeys)).toEqual(allFeatureKeys);
        expect(pages.map(({ _page }) => _page)).toEqual(pages.map((_, index) => index + 1));
        expect(pages.map(({ _lastPage }) => _lastPage)).toEqual(
          pages.map((_, index) => index === pages.length - 1),
        );
        expect(pages).toHaveLength(Math.ceil(tileCount / limit));
      }),
      runCount(8, 3),
    );
  });

  it('are the same if they are requested by cursor or by number', async () => {
    const pagesByCursor = await followPages('/geojson?limit=30&include_primary_name');
    const pagesByNumber = await Promise.all(
      pagesByCursor.map((_, index) => get(`limit=30&include_primary_name&page=${index + 1}`)),
    );
    expect(pagesByCursor).toEqual(pagesByNumber);
  });

  it('keep filters, format and method in their links', async () => {
    const [polygonKeys] = [featureKeys(await get('type=Polygon&precision=1'))];
    expect(
      (await followPages('/geojson?limit=30&type=Polygon&precision=1')).flatMap(featureKeys),
    ).toEqual(polygonKeys);
    const posted = await followPages('/geojson', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ limit: 30, type: 'Polygon', precision: 1 }),
    });
    expect(posted.flatMap(featureKeys)).toEqual(polygonKeys);
    expect(posted.length).toBeGreaterThan(1);
    const lines = await service.fetch('/geojson?limit=2&format=geojsonseq');
    expect(lines.headers.get('link')).toContain('format=geojsonseq');
  });

  it('report the total number of features on request', async () => {
    expect((await get('limit=2&count=exact')).numberMatched).toBe(allFeatureKeys.length);
    const points = await get('type=Point');
    expect((await get('limit=2&type=Point&count=exact')).numberMatched).toBe(
      points.features.length,
    );
    expect(await get('limit=2&count=none')).not.toHaveProperty('numberMatched');
  });
});

describe('60,000 requested ids, most of which do not exist', () => {
  const worldwide = '-180,-90,180,90';
  let requestedIds: readonly string[];
  let expectedFeatureKeys: readonly string[];

  beforeAll(async () => {
    const storedIds = await queryColumn(
      service,
      'select distinct resource_id from feature order by 1',
    );
    const existingIds = storedIds.filter((_, index) => index % 2 === 0).map(String);
    const unknownIds = Array.from(
      { length: 60_000 - existingIds.length },
      (_, index) => `3f2a9a30-7c1c-4e0e-9d0a-${String(index).padStart(12, '0')}`,
    );
    requestedIds = [
      ...unknownIds.slice(30_000),
      ...existingIds.toReversed(),
      ...unknownIds.slice(0, 30_000),
    ];
    expectedFeatureKeys = allFeatureKeys.filter((key) =>
      existingIds.some((id) => key.includes(`"resourceinstanceid":"${id}"`)),
    );
  });

  const postInit = (parameters: Readonly<Record<string, unknown>>): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ resourceid: requestedIds, ...parameters }),
  });
  const post = async (parameters: Readonly<Record<string, unknown>>) => {
    const response = await service.fetch('/geojson', postInit(parameters));
    const body = await response.json();
    expect([response.status, body]).toEqual([200, expect.anything()]);
    return answer.parse(body);
  };

  it.each(takeSample([{}, { bbox: worldwide }], 1))(
    'return the features of the existing ids in the usual order, unpaged and paged: %j',
    async (filter) => {
      expect(expectedFeatureKeys.length).toBeGreaterThan(20);
      expect(expectedFeatureKeys.length).toBeLessThan(allFeatureKeys.length);
      expect(featureKeys(await post(filter))).toEqual(expectedFeatureKeys);
      const pages = await followPages('/geojson', postInit({ ...filter, limit: 7 }));
      expect(pages.length).toBeGreaterThan(2);
      expect(pages.flatMap(featureKeys)).toEqual(expectedFeatureKeys);
      expect(featureKeys(await post({ ...filter, limit: 7, page: 2 }))).toEqual(
        pages.slice(1, 2).flatMap(featureKeys),
      );
    },
  );

  it('return, with count=exact, the number of features of the existing ids', async () => {
    expect((await post({ limit: 7, count: 'exact' })).numberMatched).toBe(
      expectedFeatureKeys.length,
    );
  });
});

describe('a box', () => {
  type Box = readonly [west: number, south: number, east: number, north: number];

  const degree = (from: number, to: number) =>
    fc.double({ min: from, max: to, noNaN: true }).map((value) => Number(value.toFixed(4)));
  const latitudes = fc
    .tuple(degree(-90, 90), degree(-90, 90))
    .map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const);
  /** Half of the boxes cross the antimeridian. */
  const boxes = fc
    .tuple(degree(-180, 180), degree(-180, 180), latitudes)
    .map(([west, east, [south, north]]): Box => [west, south, east, north]);

  const point = z.object({
    geometry: z.object({
      type: z.literal('Point'),
      coordinates: z.tuple([z.number(), z.number()]),
    }),
  });

  function isInBox([west, south, east, north]: Box, feature: unknown): boolean {
    const [x, y] = point.parse(feature).geometry.coordinates;
    const isBetween = west <= east ? x >= west && x <= east : x >= west || x <= east;
    return isBetween && y >= south && y <= north;
  }

  const collection = '/ogc/collections/sample_places/items';
  const geometriesOf = (collectionBody: unknown): readonly string[] =>
    answer
      .parse(collectionBody)
      .features.map(({ geometry }) => JSON.stringify(geometry).replaceAll(/\s/g, ''))
      .toSorted();

  it('selects exactly the points inside', async () => {
    const points = await get('type=Point');
    await fc.assert(
      fc.asyncProperty(boxes, async (box) => {
        const foundKeys = featureKeys(await get(`type=Point&bbox=${box.join(',')}`));
        const inside = points.features.filter((feature) => isInBox(box, feature));
        expect(foundKeys).toEqual(featureKeys({ features: inside }));
      }),
      runCount(60, 15),
    );
  });

  it('selects as many features as st_intersects of PostGIS', async () => {
    await fc.assert(
      fc.asyncProperty(boxes, async ([west, south, east, north]) => {
        const envelopes =
          west <= east
            ? [[west, east]]
            : [
                [west, 180],
                [-180, east],
              ];
        const touchedCount = await queryColumn(
          service,
          `select count(*) from feature where ${envelopes
            .map(
              ([from, to]) =>
                `st_intersects(geometry, st_makeenvelope(${from}, ${south}, ${to}, ${north}, 4326))`,
            )
            .join(' or ')}`,
        );
        const { features } = await get(`bbox=${[west, south, east, north].join(',')}`);
        expect(String(features.length)).toBe(touchedCount[0]);
      }),
      runCount(40, 10),
    );
  });

  it('also filters pages and counts', async () => {
    const box = 'bbox=-10,35,30,60';
    const unpagedKeys = featureKeys(await get(box));
    expect(unpagedKeys.length).toBeGreaterThan(5);
    expect(unpagedKeys.length).toBeLessThan(allFeatureKeys.length);
    expect((await followPages(`/geojson?limit=5&${box}`)).flatMap(featureKeys)).toEqual(
      unpagedKeys,
    );
    expect((await get(`limit=1&count=exact&${box}`)).numberMatched).toBe(unpagedKeys.length);
  });

  it('selects the same points on all routes and in all coordinate systems, even with longitudes over 180', async () => {
    const inMetres = ([west, south, east, north]: Box): string =>
      [
        metresEast(west),
        metresNorth(Math.max(south, -89.9)),
        metresEast(east),
        metresNorth(Math.min(north, 89.9)),
      ].join(',');
    const routes: Readonly<Record<string, (box: Box) => Promise<readonly unknown[]>>> = {
      GET: async (box) => geometriesOf(await service.fetchJson(`/geojson?bbox=${box.join(',')}`)),
      POST: async (bbox) => {
        const headers = { 'content-type': 'application/json' };
        const init = { method: 'POST', headers, body: JSON.stringify({ bbox }) };
        return geometriesOf(await (await service.fetch('/geojson', init)).json());
      },
      header: async (box) => {
        const headers = { 'X-SERVICE-BBOX': box.join(',') };
        return geometriesOf(await (await service.fetch('/geojson', { headers })).json());
      },
      CRS84: async (box) =>
        geometriesOf(await service.fetchJson(`${collection}?bbox=${box.join(',')}`)),
      'EPSG:4326': async ([west, south, east, north]) =>
        geometriesOf(
          await service.fetchJson(
            `${collection}?bbox=${[south, west, north, east].join(',')}&bbox-crs=${crsUri('EPSG:4326')}`,
          ),
        ),
      'EPSG:3857': async (box) =>
        geometriesOf(
          await service.fetchJson(
            `${collection}?bbox=${inMetres(box)}&bbox-crs=${crsUri('EPSG:3857')}`,
          ),
        ),
    };
    for (const [[west, south, east, north], margin] of [
      [[-10, 35, 30, 60], 0],
      [[100, -50, 280, 80], 0],
      [[-180, -90, 180, 90], 17],
    ] as const) {
      const expected = await routes['GET']?.([west, south, east > 180 ? east - 360 : east, north]);
      expect(expected?.length).toBeGreaterThan(5);
      for (const rotation of [0, -360, 360, 720]) {
        const [from, to] = [west + rotation - margin, east + rotation + margin];
        const [bottom, top] = north === 90 ? [-104, 174] : [south, north];
        for (const [route, geometriesIn] of Object.entries(routes)) {
          const result = [route, rotation, await geometriesIn([from, bottom, to, top])];
          expect(result).toEqual([route, rotation, expected]);
        }
      }
    }
  });

  it('selects nothing beyond the poles', async () => {
    for (const box of ['0,91,10,120', '-180,-120,180,-90.5']) {
      for (const path of ['/geojson', collection]) {
        const response = await service.fetch(`${path}?bbox=${box}&count=exact`);
        expect([path, box, response.status, await response.json()]).toEqual([
          path,
          box,
          200,
          expect.objectContaining({ features: [], numberMatched: 0 }),
        ]);
      }
    }
  });
});
