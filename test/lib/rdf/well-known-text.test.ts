import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseLossless } from '../../../lib/json/lossless-json.ts';
import {
  parseExtendedWellKnownText,
  parseWellKnownText,
} from '../../../lib/rdf/parse-well-known-text.ts';
import { writeWellKnownText } from '../../../lib/rdf/write-well-known-text.ts';

const ring = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 0],
];

// Each case has a type, coordinates, and their well-known text.
const cases: readonly (readonly [string, unknown, string])[] = [
  ['Point', [1.5, -2], 'POINT (1.5 -2)'],
  ['Point', [1, 2, 30], 'POINT Z (1 2 30)'],
  ['Point', [], 'POINT EMPTY'],
  ['MultiPoint', [[1, 2], []], 'MULTIPOINT ((1 2), EMPTY)'],
  ['LineString', ring.slice(0, 2), 'LINESTRING (0 0, 4 0)'],
  ['MultiLineString', [ring.slice(0, 2)], 'MULTILINESTRING ((0 0, 4 0))'],
  ['Polygon', [ring], 'POLYGON ((0 0, 4 0, 4 4, 0 0))'],
  ['MultiPolygon', [[ring], []], 'MULTIPOLYGON (((0 0, 4 0, 4 4, 0 0)), EMPTY)'],
];

describe('a geometry as well-known text', () => {
  for (const [type, coordinates, text] of cases) {
    it(`is ${text}`, () => {
      expect(writeWellKnownText({ type, coordinates })).toBe(text);
      expect(parseWellKnownText(text)).toEqual({ type, coordinates });
    });
  }

  it('is a GEOMETRYCOLLECTION for several geometries', () => {
    const geometries = [
      { type: 'Point', coordinates: [1, 2] },
      { type: 'GeometryCollection', geometries: [] },
    ];
    const text = 'GEOMETRYCOLLECTION (POINT (1 2), GEOMETRYCOLLECTION EMPTY)';
    expect(writeWellKnownText({ type: 'GeometryCollection', geometries })).toBe(text);
    expect(parseWellKnownText(text)).toEqual({ type: 'GeometryCollection', geometries });
  });

  it('has every digit of the coordinates', () => {
    const text = 'POINT (0.12345678901234567890 51.50)';
    const geometry = parseLossless('{"type":"Point","coordinates":[0.12345678901234567890,51.50]}');
    expect(writeWellKnownText(geometry)).toBe(text);
    expect(JSON.stringify(parseWellKnownText(text))).toBe(JSON.stringify(geometry));
  });

  it('has exponents with a capital E', () => {
    expect(writeWellKnownText({ type: 'Point', coordinates: [1e-7, 0] })).toBe('POINT (1E-7 0)');
  });

  it('has no heights if one position has no height', () => {
    expect(
      writeWellKnownText({
        type: 'LineString',
        coordinates: [
          [1, 2, 3],
          [4, 5],
        ],
      }),
    ).toBe('LINESTRING (1 2, 4 5)');
  });

  it('is undefined for invalid coordinates, and for values that are not a geometry', () => {
    for (const geometry of [
      { type: 'Point', coordinates: ['1', '2'] },
      { type: 'Point', coordinates: [1] },
      { type: 'LineString', coordinates: [[1, 2], null] },
      { type: 'Polygon', coordinates: ring },
      { type: 'Point' },
      { type: 'Circle', coordinates: [1, 2] },
      { type: 'GeometryCollection', geometries: [null] },
      null,
      'POINT (1 2)',
    ]) {
      expect(writeWellKnownText(geometry)).toBeUndefined();
    }
  });

  it('is a text or undefined for any value, without an error', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('Point', 'Polygon'), (coordinates, type) => {
        expect(writeWellKnownText({ type, coordinates })).toSatisfy(
          (text) => text === undefined || typeof text === 'string',
        );
      }),
    );
  });
});

const number = fc.double({ noNaN: true, noDefaultInfinity: true });

function anyGeometry(dimensions: number) {
  const position = fc.array(number, { minLength: dimensions, maxLength: dimensions });
  const line = fc.array(position, { minLength: 1 });
  const polygon = fc.array(line);
  const geometry = (type: string, coordinates: fc.Arbitrary<unknown>) =>
    fc.record({ type: fc.constant(type), coordinates });
  const { any } = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 3 },
      geometry('Point', position),
      geometry('MultiPoint', fc.array(position)),
      geometry('LineString', line),
      geometry('MultiLineString', fc.array(line)),
      geometry('Polygon', polygon),
      geometry('MultiPolygon', fc.array(polygon)),
      fc.record({
        type: fc.constant('GeometryCollection'),
        geometries: fc.array(tie('any'), { maxLength: 3 }),
      }),
    ),
  }));
  return any.map((value) => parseLossless(JSON.stringify(value)));
}

describe('reading well-known text', () => {
  for (const dimensions of [2, 3]) {
    it(`returns every written geometry of ${dimensions} dimensions unchanged`, () => {
      fc.assert(
        fc.property(anyGeometry(dimensions), (geometry) => {
          const text = writeWellKnownText(geometry);
          expect(text).toBeDefined();
          expect(parseWellKnownText(text ?? '')).toEqual(geometry);
        }),
      );
    });
  }

  it('accepts small letters, missing spaces, points without brackets, and the URI of CRS84', () => {
    const point = { type: 'Point', coordinates: [1, 2] };
    const points = {
      type: 'MultiPoint',
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    };
    expect(parseWellKnownText('point(1 2)')).toEqual(point);
    expect(parseWellKnownText('MULTIPOINT(1 2,3 4)')).toEqual(points);
    expect(parseWellKnownText('POINT(+1. 2.0e0)')).toMatchObject({ type: 'Point' });
    expect(parseWellKnownText('PointZ (1 2 3)')).toEqual({ type: 'Point', coordinates: [1, 2, 3] });
    expect(
      parseWellKnownText('<http://www.opengis.net/def/crs/OGC/1.3/CRS84> POINT (1 2)'),
    ).toEqual(point);
  });

  it('reports the position of the error in invalid text', () => {
    const invalidTexts: readonly (readonly [string, string])[] = [
      ['', 'at character 1 it needs more.'],
      ['POINT (1)', 'at character 9 it needs two to four numbers.'],
      ['POINT (1 2', 'at character 11 it needs ).'],
      ['POINT (1 2) x', 'at character 13 it needs nothing more.'],
      ['POINT M (1 2)', 'at character 13 it needs three numbers.'],
      ['POINT (1 nan)', 'at character 10 it needs two to four numbers.'],
      ['CIRCLE (1 2, 3)', 'at character 1 it needs the name of a geometry type of GeoJSON.'],
      [
        '<http://www.opengis.net/def/crs/EPSG/0/4326> POINT (1 2)',
        'at character 1 it needs coordinates in CRS84, longitude first.',
      ],
    ];
    for (const [text, expectedProblem] of invalidTexts) {
      expect(() => parseWellKnownText(text)).toThrow(
        expect.objectContaining({
          code: 'invalid_well_known_text',
          message: `The well-known text cannot be read: ${expectedProblem}`,
        }),
      );
    }
  });

  it('accepts the forms of GIS clients: mixed case, tags such as ZM, measures, and empty members', () => {
    const point = { type: 'Point', coordinates: [1, 2] };
    const pointWithHeight = { type: 'Point', coordinates: [1, 2, 3] };
    for (const text of ['PointM (1 2 3)', 'POINT M (1 2 nan)', 'PointZ (1 2 NaN)', 'Point (1 2)']) {
      expect(parseWellKnownText(text)).toEqual(point);
    }
    for (const text of ['PointZM (1 2 3 4)', 'point zm(1 2 3 nan)', 'Point (1 2 3 4)']) {
      expect(parseWellKnownText(text)).toEqual(pointWithHeight);
    }
    for (const text of ['GEOMETRYCOLLECTION ()', 'GeometryCollectionZ(,)']) {
      expect(parseWellKnownText(text)).toEqual({ type: 'GeometryCollection', geometries: [] });
    }
    expect(parseWellKnownText('GEOMETRYCOLLECTION (,Point (1 2),,PointZ (1 2 3),)')).toEqual({
      type: 'GeometryCollection',
      geometries: [point, pointWithHeight],
    });
  });

  it('refuses curves with the message that lines must be straight', () => {
    for (const name of ['CurvePolygon', 'COMPOUNDCURVE', 'CircularStringZM', 'MultiSurfaceZ']) {
      expect(() => parseWellKnownText(`${name} ((0 0,1 1))`)).toThrow(
        `at character 1 it needs straight lines in place of ${name.toUpperCase()}`,
      );
    }
  });

  it('returns the SRID of extended well-known text, and counts its prefix in error positions', () => {
    expect(parseExtendedWellKnownText(' srid = 3857 ;POINT (1 2)')).toEqual({
      srid: 3857,
      geometry: { type: 'Point', coordinates: [1, 2] },
    });
    expect(parseExtendedWellKnownText('POINT (1 2)').srid).toBeUndefined();
    expect(() => parseExtendedWellKnownText('SRID=4326;CIRCLE (1 2)')).toThrow('at character 11');
  });

  it('refuses collections that are nested too deep', () => {
    expect(() => parseWellKnownText('GEOMETRYCOLLECTION('.repeat(100_000))).toThrow(
      'fewer collections within collections',
    );
  });
});
