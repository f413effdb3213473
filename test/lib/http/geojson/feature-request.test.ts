import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { InvalidInput } from '../../../../lib/errors.ts';
import { featureCursorBehind } from '../../../../lib/http/geojson/feature-cursor.ts';
import {
  featureParameters,
  type FeatureParameters,
} from '../../../../lib/http/geojson/feature-parameters.ts';
import {
  featureQueryOf,
  pagingOf,
  parsedFeatureQuery,
} from '../../../../lib/http/geojson/feature-request.ts';

const ids = [
  'AB000000-0000-4000-8000-000000000001',
  'ab000000-0000-4000-8000-000000000002',
] as const;
const lower = ids.map((id) => id.toLowerCase());

const read = (sent: Readonly<Record<string, string>>): FeatureParameters =>
  featureParameters.parse(sent);
const queryOf = (sent: Readonly<Record<string, string>>) => featureQueryOf(read(sent), ['en']);
const messages = (sent: Readonly<Record<string, string>>): readonly string[] =>
  (featureParameters.safeParse(sent).error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')} ${message}`,
  );

describe('the parameters of features', () => {
  it('ask for all features in their plain form where there are none', () => {
    expect(queryOf({})).toEqual({
      resources: null,
      nodes: null,
      graphs: null,
      tile: null,
      feature: null,
      geometryType: null,
      boundingBox: null,
      mobileProject: null,
      nodegroups: [],
      properties: null,
      useDisplayValues: false,
      includePrimaryName: false,
      useUuidNames: false,
      fieldNameLength: undefined,
      includeGeojsonLink: false,
      languages: ['en'],
      crs: 'CRS84',
      layer: null,
      gid: null,
      precision: undefined,
      featureId: 'number',
      followsRfc7946: false,
    });
    expect(pagingOf(read({}))).toBeNull();
  });

  it('name things by ids in any letter case, and nodes in two ways at once', () => {
    const list = ids.join(', ');
    expect(queryOf({ resourceid: list, nodegroups: list, tileid: ids[0] })).toMatchObject({
      resources: lower,
      nodegroups: lower,
      tile: lower[0],
    });
    expect(queryOf({ nodeid: ids[0], nodeids: list }).nodes).toEqual(lower);
  });

  it('name graphs by ids or slugs', () => {
    expect(queryOf({ graph: `${ids[0]},heritage-place,` }).graphs).toEqual([
      lower[0],
      'heritage-place',
    ]);
  });

  it('name properties, with commas and percent signs encoded', () => {
    expect(queryOf({ properties: 'name, length%2c m,100%25,100%252C' }).properties).toEqual([
      'name',
      'length, m',
      '100%',
      '100%2C',
    ]);
    expect(queryOf({ properties: '' }).properties).toBeNull();
  });

  it('take a box in the order of RFC 7946, with or without heights, across the antimeridian too', () => {
    const box = { west: -10.5, south: -20, east: 30, north: 0.4 };
    expect(queryOf({ bbox: '-10.5, -20,3e1,.4' }).boundingBox).toEqual(box);
    expect(queryOf({ bbox: '-10.5,-20,-1000,30,.4,1000' }).boundingBox).toEqual(box);
    expect(queryOf({ bbox: '170,-20,-170,20' }).boundingBox).toMatchObject({
      west: 170,
      east: -170,
    });
    expect(queryOf({ bbox: '' }).boundingBox).toBeNull();
  });

  it('tell all that is wrong with a box', () => {
    expect(messages({ bbox: '1,2,3' })).toEqual([
      expect.stringContaining('bbox must be 4 numbers'),
    ]);
    expect(messages({ bbox: '1,x,3,NaN' })).toEqual([
      'bbox "x" is not a number.',
      'bbox "NaN" is not a number.',
    ]);
    expect(messages({ bbox: '-181,91,1e400,-1' })).toEqual([
      'bbox west and east must be from -180 to 180 degrees.',
      'bbox south and north must be from -90 to 90 degrees.',
      'bbox south must not be greater than north.',
    ]);
  });

  it('go on behind a cursor, with a page size of its own where no limit is sent', () => {
    const after = { resourceId: lower[0] ?? '', tileId: lower[1] ?? '' };
    const cursor = featureCursorBehind({ pagesBefore: 3, after });
    expect(pagingOf(read({ cursor }))).toEqual({ limit: 1000, page: 4, after });
    expect(pagingOf(read({ cursor, limit: '7' }))).toEqual({ limit: 7, page: 4, after });
    expect(pagingOf(read({ limit: '7', page: '2' }))).toEqual({ limit: 7, page: 2, after: null });
    expect(pagingOf(read({ page: '2' }))).toBeNull();
  });

  it('take no cursor that the service did not give out', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(messages({ cursor: text })).toEqual([
          'cursor is not a cursor that this service gave out.',
        ]);
      }),
    );
  });

  it('tell everything that is wrong at once, a page beside a cursor too', () => {
    const after = { resourceId: lower[0] ?? '', tileId: lower[1] ?? '' };
    const cursor = featureCursorBehind({ pagesBefore: 1, after });
    const wrong = messages({ page: '2', cursor, precision: '16', count: 'all', feature_id: 'x' });
    expect(wrong.map((one) => one.replace(/ .*/, '')).toSorted()).toEqual([
      'count',
      'feature_id',
      'page',
      'precision',
    ]);
  });
});

describe('a query of features that is kept as a text', () => {
  it('is read as that of a request', () => {
    expect(parsedFeatureQuery(`?nodeids=${lower[0]}&precision=6&rfc7946`, 'de')).toMatchObject({
      nodes: [lower[0]],
      precision: 6,
      followsRfc7946: true,
      languages: ['de'],
    });
  });

  it('is refused with everything that is wrong, names that it cannot have among them', () => {
    const errors = (text: string): readonly string[] => {
      try {
        parsedFeatureQuery(text, 'en');
        return [];
      } catch (error) {
        if (error instanceof InvalidInput) return error.errors.map(({ detail }) => detail);
        throw error;
      }
    };
    expect(errors('precision=x&limit=5&tileid=a&tileid=b&nodegroup=a')).toEqual([
      expect.stringContaining('tileid: must be sent once.'),
      expect.stringContaining('limit: is not a parameter'),
      expect.stringContaining('nodegroup: is not a parameter'),
      expect.stringContaining('tileid: must be a UUID.'),
      expect.stringContaining('precision: must be a whole number'),
    ]);
  });
});
