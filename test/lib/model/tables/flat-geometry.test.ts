import { describe, expect, it } from 'vitest';

import {
  boundsOf,
  flattenGeometry,
  hasHeights,
} from '../../../../lib/model/tables/flat-geometry.ts';
import { combineGeometries } from '../../../../lib/serializers/tables/combine-geometries.ts';
import { writeWellKnownBinary } from '../../../../lib/serializers/tables/well-known-binary.ts';

const collection = (...geometries: readonly object[]) => ({
  type: 'FeatureCollection',
  features: geometries.map((geometry) => ({ type: 'Feature', properties: {}, geometry })),
});
const point = (x: number, y: number) => ({ type: 'Point', coordinates: [x, y] });
const line = {
  type: 'LineString',
  coordinates: [
    [0, 0],
    [4, 2],
  ],
};

describe('the geometry of a row', () => {
  it.each([
    ['one', [collection(point(1, 2))], point(1, 2)],
    [
      'of one kind',
      [collection(point(1, 2)), collection(point(3, 4))],
      {
        type: 'MultiPoint',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
    ],
    [
      'of one kind, also of several',
      [collection({ type: 'MultiPoint', coordinates: [[1, 2]] }, point(3, 4))],
      {
        type: 'MultiPoint',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
    ],
    [
      'of several kinds',
      [collection(point(1, 2), line)],
      { type: 'GeometryCollection', geometries: [point(1, 2), line] },
    ],
  ])('is made of the geometries of all tiles: %s', (_title, values, expected) => {
    expect(combineGeometries(values)).toEqual({ kind: 'geometry', geometry: expected });
  });

  it('is none without a geometry', () => {
    expect([combineGeometries([]), combineGeometries([null, collection()])]).toEqual([null, null]);
  });
});

describe('a geometry as numbers', () => {
  it('has the box around all of its parts', () => {
    const geometry = flattenGeometry({
      type: 'GeometryCollection',
      geometries: [point(-5, 9), line],
    });
    expect(geometry && boundsOf(geometry)).toEqual([-5, 0, 4, 9]);
  });

  it('has heights only if every position has one', () => {
    const heights = [
      [
        [1, 2, 3],
        [4, 5, 6],
      ],
      [
        [1, 2, 3],
        [4, 5],
      ],
    ].map((coordinates) => {
      const geometry = flattenGeometry({ type: 'LineString', coordinates });
      return geometry && hasHeights(geometry);
    });
    expect(heights).toEqual([true, false]);
  });

  it.each([
    { type: 'Point', coordinates: [] },
    { type: 'Point', coordinates: ['1', '2'] },
    { type: 'Circle', coordinates: [1, 2] },
    { type: 'GeometryCollection', geometries: [] },
  ])('is none if it is invalid or empty: %j', (geometry) => {
    expect(flattenGeometry(geometry)).toBeUndefined();
  });

  it('is well-known binary: the order of bytes, the kind, the numbers', () => {
    const geometry = flattenGeometry({ type: 'Point', coordinates: [1, 2, 3] });
    expect(geometry && Buffer.from(writeWellKnownBinary(geometry)).toString('hex')).toBe(
      '01e9030000000000000000f03f00000000000000400000000000000840',
    );
  });
});
