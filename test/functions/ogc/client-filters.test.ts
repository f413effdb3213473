import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { conformanceBody, functionsBody, queryablesBody } from '../../../lib/http/schemas/ogc.ts';
import { openSampleService } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';
import { addTestSpatialView, placeNodes } from '../../support/test-spatial-views.ts';
import { readCollection, readItems } from './items.ts';

const collection = '/ogc/collections/places';
const items = `${collection}/items`;

let service: TestService;

beforeAll(async () => {
  service = await openSampleService();
  await service.openToGuest();
  await addTestSpatialView(service, {
    slug: 'places',
    nodes: Object.values(placeNodes).filter((node) => node !== placeNodes.geometry),
  });
});

afterAll(async () => service?.close());

const readNames = async (query: string): Promise<readonly (string | null | undefined)[]> =>
  (await readItems(service, `${items}?${query}`)).features.map(
    ({ properties }) => properties['name'],
  );

const parameter = z.looseObject({ name: z.string().optional(), schema: z.unknown().optional() });
const apiSchema = z.looseObject({
  paths: z.record(z.string(), z.object({ get: z.looseObject({ parameters: z.array(parameter) }) })),
});

describe('QGIS', () => {
  it('finds the four classes without which it sends no filter, and those of its other operators', async () => {
    const { conformsTo } = conformanceBody.parse(await service.fetchJson('/ogc/conformance'));
    const base = 'http://www.opengis.net/spec';
    expect(conformsTo).toEqual(
      expect.arrayContaining([
        `${base}/ogcapi-features-3/1.0/conf/filter`,
        `${base}/ogcapi-features-3/1.0/conf/features-filter`,
        `${base}/cql2/1.0/conf/basic-cql2`,
        `${base}/cql2/1.0/conf/cql2-text`,
        `${base}/cql2/1.0/conf/advanced-comparison-operators`,
        `${base}/cql2/1.0/conf/case-insensitive-comparison`,
        `${base}/cql2/1.0/conf/basic-spatial-functions`,
      ]),
    );
  });

  it('finds the queryables by a link of the collection', async () => {
    const { links } = await readCollection(service, collection);
    const link = links.find(
      ({ rel }) => rel === 'http://www.opengis.net/def/rel/ogc/1.0/queryables',
    );
    expect(link?.type).toBe('application/schema+json');
    const response = await service.fetch(`${collection}/queryables`);
    expect(response.headers.get('content-type')).toBe('application/schema+json');
    const { properties, $id } = queryablesBody.parse(await response.json());
    expect($id).toBe(link?.href);
    expect(properties).toMatchObject({
      geometry: { format: 'geometry-any', 'x-ogc-role': 'primary-geometry' },
      name: { type: 'string' },
      construction_date: { type: 'string' },
      dimension_value: { type: 'number' },
      world_heritage_is_part: { type: 'boolean' },
    });
    expect(properties['place_type']?.enum).toContain('Megalithic monument');
    expect(properties['name']?.enum).toBeUndefined();
  });

  it.each([
    [`("name" = 'Stonehenge')`, true],
    [`(("name" = 'Stonehenge') AND (NOT ("place_type" IS NULL)))`, true],
    [`(("name" = 'Stonehenge') AND ("place_type" IS NOT NULL))`, true],
    [`(("name" <> 'Avebury') AND ("name" LIKE 'Stone%'))`, true],
    [`(CASEI(name) LIKE CASEI('STONE%'))`, true],
    [`("place_type" IN ('Church','Megalithic monument') AND (name = 'Stonehenge'))`, true],
    [`(name = 'Stonehenge') AND (S_INTERSECTS(geometry,BBOX(-2,51,-1.5,51.3)))`, true],
    [`(S_INTERSECTS(geometry,POINT(-1.8262 51.1789)))`, true],
    [`(name = 'Stonehenge') AND (S_INTERSECTS(geometry,BBOX(2,51,2.5,51.3)))`, false],
    [`(NOT (name = 'Stonehenge'))`, false],
    [`((name = 'Stonehenge') AND (construction_date > DATE('2020-01-01')))`, false],
    [`((name = 'Stonehenge') AND (construction_date > TIMESTAMP('2020-01-01T00:00:00Z')))`, false],
    [`(name = 'It''s not there')`, false],
  ])('gets what it means by %s', async (filter, hasStonehenge) => {
    const query = new URLSearchParams({ limit: '1000', filter, 'filter-lang': 'cql2-text' });
    expect((await readNames(query.toString())).includes('Stonehenge')).toBe(hasStonehenge);
  });

  it('counts by one feature and numberMatched', async () => {
    const query = `limit=1&filter=${encodeURIComponent(`("place_type" IS NOT NULL)`)}&filter-lang=cql2-text`;
    const { numberMatched, numberReturned } = await readItems(service, `${items}?${query}`);
    const { features } = await readItems(service, items);
    expect(numberReturned).toBe(1);
    expect(numberMatched).toBe(
      features.filter(({ properties }) => properties['place_type'] !== null).length,
    );
  });
});

describe('GDAL', () => {
  it('finds the properties as parameters of each collection in the description of the API', async () => {
    const { paths } = apiSchema.parse(await service.fetchJson('/ogc/api'));
    for (const path of ['/collections/places/items', '/collections/places_point/items']) {
      const parameters = paths[path]?.get.parameters ?? [];
      const names = parameters.map(({ name }) => name);
      expect(names).toEqual(
        expect.arrayContaining([
          'name',
          'place_type',
          'filter',
          'filter-lang',
          'filter-crs',
          'bbox',
        ]),
      );
      expect(parameters.find(({ name }) => name === 'filter-lang')?.schema).toMatchObject({
        enum: ['cql2-text', 'cql2-json'],
      });
    }
  });

  it.each([
    'name=Stonehenge&limit=20',
    'name=Stonehenge&place_type=Megalithic%20monument&limit=1000',
    'bbox=-2,51,-1.5,51.3&name=Stonehenge&limit=1000',
    'datetime=2020-01-01T/..&name=Stonehenge&limit=20',
    'datetime=2020-01-01T%2F..&name=Stonehenge',
  ])('gets the features with %s', async (query) => {
    expect(new Set(await readNames(query))).toEqual(new Set(['Stonehenge']));
  });
});

describe('/ogc/functions', () => {
  it('lists the functions that a filter can call', async () => {
    const { functions } = functionsBody.parse(await service.fetchJson('/ogc/functions'));
    expect(functions.map(({ name }) => name)).toEqual([
      'same_tile',
      'none',
      'near',
      'below',
      'overlaps',
      'during',
      'before',
      'after',
    ]);
  });
});
