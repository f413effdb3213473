import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { InvalidInput } from '../../../../lib/errors.ts';
import { encodeFeatureCursor } from '../../../../lib/http/geojson/feature-cursor.ts';
import {
  featureParameters,
  type FeatureParameters,
} from '../../../../lib/http/geojson/feature-parameters.ts';
import { toFeatureQuery, toFeaturePaging } from '../../../../lib/http/geojson/feature-request.ts';
import { parseFeatureQuery } from '../../../../lib/http/geojson/stored-query.ts';
import { geometryTypes } from '../../../../lib/model/geojson/geometry-types.ts';

const ids = [
  'AB000000-0000-4000-8000-000000000001',
  'ab000000-0000-4000-8000-000000000002',
] as const;
const lowerCaseIds = ids.map((id) => id.toLowerCase());

const parseParameters = (sentParameters: Readonly<Record<string, string>>): FeatureParameters =>
  featureParameters.parse(sentParameters);
const parseQuery = (sentParameters: Readonly<Record<string, string>>) =>
  toFeatureQuery(parseParameters(sentParameters), ['en']);
const listProblems = (sentParameters: Readonly<Record<string, string>>): readonly string[] =>
  (featureParameters.safeParse(sentParameters).error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')} ${message}`,
  );

describe('the parameters of features', () => {
  it('select all features in their default form if no parameter is sent', () => {
    expect(parseQuery({})).toEqual({
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
    expect(toFeaturePaging(parseParameters({}))).toBeNull();
  });

  it('accept ids in any letter case, and both nodeid and nodeids at once', () => {
    const list = ids.join(', ');
    expect(parseQuery({ resourceid: list, nodegroups: list, tileid: ids[0] })).toMatchObject({
      resources: lowerCaseIds,
      nodegroups: lowerCaseIds,
      tile: lowerCaseIds[0],
    });
    expect(parseQuery({ nodeid: ids[0], nodeids: list }).nodes).toEqual(lowerCaseIds);
  });

  it('accept graphs by id or slug', () => {
    expect(parseQuery({ graph: `${ids[0]},heritage-place,` }).graphs).toEqual([
      lowerCaseIds[0],
      'heritage-place',
    ]);
  });

  it('accept names of properties, with commas and percent signs percent-encoded', () => {
    expect(parseQuery({ properties: 'name, length%2c m,100%25,100%252C' }).properties).toEqual([
      'name',
      'length, m',
      '100%',
      '100%2C',
    ]);
    expect(parseQuery({ properties: '' }).properties).toBeNull();
  });

  it('accept a bbox in the order of RFC 7946, with or without heights, also across the antimeridian', () => {
    const box = { west: -10.5, south: -20, east: 30, north: 0.4 };
    expect(parseQuery({ bbox: '-10.5, -20,3e1,.4' }).boundingBox).toEqual(box);
    expect(parseQuery({ bbox: '-10.5,-20,-1000,30,.4,1000' }).boundingBox).toEqual(box);
    expect(parseQuery({ bbox: '170,-20,-170,20' }).boundingBox).toMatchObject({
      west: 170,
      east: -170,
    });
    expect(parseQuery({ bbox: '' }).boundingBox).toBeNull();
  });

  it('report the problems of a bbox', () => {
    expect(listProblems({ bbox: '1,2,3' })).toEqual([
      expect.stringContaining('bbox must be 4 numbers'),
    ]);
    expect(listProblems({ bbox: '1,x,3,NaN' })).toEqual([
      'bbox "x" is not a number.',
      'bbox "NaN" is not a number.',
    ]);
    expect(listProblems({ bbox: '-1e400,91,1e400,-1' })).toEqual([
      'bbox "-1e400" is too large a number.',
      'bbox "1e400" is too large a number.',
    ]);
    expect(listProblems({ bbox: '0,10,1,-10' })).toEqual([
      'bbox south must not be greater than north.',
    ]);
  });

  it.each([
    ['190,10,200,20', [-170, 10, -160, 20]],
    ['-200.1,10,-190,20', [159.9, 10, 170, 20]],
    ['170,10,190,20', [170, 10, -170, 20]],
    ['-190,10,-170,20', [170, 10, -170, 20]],
    ['-190,10,-180,20', [170, 10, -180, 20]],
    ['180,10,190,20', [180, 10, -170, 20]],
    ['540,10,550,20', [180, 10, -170, 20]],
    ['100,10,400,20', [100, 10, 40, 20]],
    ['200,10,100,20', [-160, 10, 100, 20]],
    ['350.1,10,370.2,20', [-9.9, 10, 10.2, 20]],
    ['36000170,10,36000190,20', [170, 10, -170, 20]],
    ['-180,10,180,20', [-180, 10, 180, 20]],
    ['0,10,360,20', [-180, 10, 180, 20]],
    ['-400,10,400,20', [-180, 10, 180, 20]],
    ['-1e300,10,1e300,20', [-180, 10, 180, 20]],
    ['0,-91,10,174', [0, -90, 10, 90]],
    ['170,-20,-170,20', [170, -20, -170, 20]],
  ])(
    'normalize a bbox with longitudes beyond 180 degrees or latitudes beyond 90: %s',
    (bbox, expected) => {
      const [west, south, east, north] = expected;
      expect(parseQuery({ bbox }).boundingBox).toEqual({ west, south, east, north });
    },
  );

  it('accept each geometry type in any letter case, and refuse other types', () => {
    for (const type of geometryTypes) {
      for (const spelling of [type, type.toLowerCase(), type.toUpperCase()]) {
        expect(parseQuery({ type: spelling }).geometryType).toBe(type);
      }
    }
    expect(parseQuery({ type: '' }).geometryType).toBeNull();
    for (const type of ['Points', 'Polygon,Point', 'Feature', 'constructor']) {
      expect(listProblems({ type })).toEqual([
        'type must be Point, MultiPoint, LineString, MultiLineString, Polygon, MultiPolygon or GeometryCollection.',
      ]);
    }
  });

  it('continue after a cursor, with a page size of 1000 if no limit is sent', () => {
    const after = { resourceId: lowerCaseIds[0] ?? '', tileId: lowerCaseIds[1] ?? '' };
    const cursor = encodeFeatureCursor({ pagesBefore: 3, after });
    expect(toFeaturePaging(parseParameters({ cursor }))).toEqual({ limit: 1000, page: 4, after });
    expect(toFeaturePaging(parseParameters({ cursor, limit: '7' }))).toEqual({
      limit: 7,
      page: 4,
      after,
    });
    expect(toFeaturePaging(parseParameters({ limit: '7', page: '2' }))).toEqual({
      limit: 7,
      page: 2,
      after: null,
    });
    expect(toFeaturePaging(parseParameters({ page: '2' }))).toBeNull();
  });

  it('refuse a cursor that this service did not create', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(listProblems({ cursor: text })).toEqual([
          'cursor is not a cursor from this service.',
        ]);
      }),
    );
  });

  it('report all problems at once, including a page that is sent with a cursor', () => {
    const after = { resourceId: lowerCaseIds[0] ?? '', tileId: lowerCaseIds[1] ?? '' };
    const cursor = encodeFeatureCursor({ pagesBefore: 1, after });
    const problems = listProblems({
      page: '2',
      cursor,
      precision: '16',
      count: 'all',
      feature_id: 'x',
    });
    expect(problems.map((message) => message.replace(/ .*/, '')).toSorted()).toEqual([
      'count',
      'feature_id',
      'page',
      'precision',
    ]);
  });
});

describe('a stored query of features', () => {
  it('is parsed like the query of a request', () => {
    const text = `?nodeids=${lowerCaseIds[0]}&precision=6&rfc7946&type=point&bbox=190,-91,200,20`;
    expect(parseFeatureQuery(text, 'de')).toMatchObject({
      nodes: [lowerCaseIds[0]],
      geometryType: 'Point',
      boundingBox: { west: -170, south: -90, east: -160, north: 20 },
      precision: 6,
      followsRfc7946: true,
      languages: ['de'],
    });
  });

  it('is refused with all its problems, including parameters that are not allowed in it', () => {
    const listErrors = (text: string): readonly string[] => {
      try {
        parseFeatureQuery(text, 'en');
        return [];
      } catch (error) {
        if (error instanceof InvalidInput) return error.errors.map(({ detail }) => detail);
        throw error;
      }
    };
    expect(listErrors('precision=x&limit=5&tileid=a&tileid=b&nodegroup=a')).toEqual([
      expect.stringContaining('tileid: must be sent once.'),
      expect.stringContaining('limit: is not a parameter'),
      expect.stringContaining('nodegroup: is not a parameter'),
      expect.stringContaining('tileid: must be a UUID.'),
      expect.stringContaining('precision: must be a whole number'),
    ]);
  });
});
