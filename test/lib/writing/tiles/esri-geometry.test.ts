import { describe, expect, it } from 'vitest';

import { readEsriGeometry } from '../../../../lib/writing/tiles/esri-geometry.ts';

const inMetres = { spatialReference: { wkid: 102_100, latestWkid: 3857 } };
const square = [
  [0, 0],
  [0, 4],
  [4, 4],
  [4, 0],
  [0, 0],
];
const hole = [
  [1, 1],
  [2, 1],
  [2, 2],
  [1, 2],
  [1, 1],
];
const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    typeof part === 'number' ? Math.round(part * 1e6) / 1e6 : part,
  );
const read = (value: unknown): unknown => {
  const reading = readEsriGeometry(value);
  return reading?.kind === 'value' ? rounded(reading.value) : reading;
};

describe('a geometry of ArcGIS', () => {
  it('is read in degrees, and in metres of Web Mercator', () => {
    const point = { type: 'Point', coordinates: [7.25, 50] };
    expect(read({ x: 7.25, y: 50 })).toEqual(point);
    expect(read({ x: 7.25, y: 50, spatialReference: { wkid: 4326 } })).toEqual(point);
    expect(read({ x: 807_066.308_211, y: 6_446_275.841_017, ...inMetres })).toEqual(point);
  });

  it.each([
    [
      'points',
      {
        points: [
          [1, 2],
          [3, 4],
        ],
      },
      {
        type: 'MultiPoint',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
    ],
    [
      'a line',
      {
        paths: [
          [
            [1, 2],
            [3, 4],
          ],
        ],
      },
      {
        type: 'LineString',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
    ],
    [
      'lines',
      {
        paths: [
          [
            [1, 2],
            [3, 4],
          ],
          [
            [5, 6],
            [7, 8],
          ],
        ],
      },
      {
        type: 'MultiLineString',
        coordinates: [
          [
            [1, 2],
            [3, 4],
          ],
          [
            [5, 6],
            [7, 8],
          ],
        ],
      },
    ],
    [
      'a feature',
      { attributes: { OBJECTID: 1 }, geometry: { x: 1, y: 2 } },
      { type: 'Point', coordinates: [1, 2] },
    ],
  ])('is read as GeoJSON: %s', (_, geometry, expected) => {
    expect(read(geometry)).toEqual(expected);
  });

  it('has its rings in the order and direction of RFC 7946, the hole within its polygon', () => {
    expect(read({ rings: [hole, square] })).toEqual({
      type: 'Polygon',
      coordinates: [square.toReversed(), hole.toReversed()],
    });
  });

  it('has all its positions in degrees, whatever it is', () => {
    const metres = [807_066.308_211, 6_446_275.841_017];
    for (const geometry of [
      { points: [metres] },
      { paths: [[metres, metres]] },
      { rings: [[metres, metres, metres, metres]] },
    ]) {
      expect(JSON.stringify(read({ ...geometry, ...inMetres }))).toMatch(
        /^[^8]*\[7\.25,50\][^8]*$/,
      );
    }
  });

  it('in other coordinates is a problem that says which can be read', () => {
    expect(read({ x: 3_500_000, y: 5_500_000, spatialReference: { wkid: 31_467 } })).toMatchObject({
      kind: 'problem',
      message: expect.stringContaining('WGS 84 (4326)'),
    });
  });

  it.each([
    null,
    7,
    'POINT (1 2)',
    {},
    { x: '1', y: 2 },
    { type: 'Point', coordinates: [1, 2] },
    { x: 'NaN' },
  ])('is not %j', (value) => {
    expect(readEsriGeometry(value)).toBeUndefined();
  });
});
