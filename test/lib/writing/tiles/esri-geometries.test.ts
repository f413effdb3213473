import { describe, expect, it } from 'vitest';

import { parseEsriGeometries } from '../../../../lib/writing/tiles/esri-geometries.ts';

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
/** Returns the parsed geometries, or their problems. */
const parseGeometries = (value: unknown): unknown => {
  const result = parseEsriGeometries(JSON.stringify(value));
  return result?.kind === 'geometries' ? result.geometries : result;
};
const writeRoundedPositions = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'number' ? Math.round(part * 1e6) / 1e6 : part,
  );

describe('a geometry of ArcGIS', () => {
  it('is parsed in degrees and in Web Mercator', () => {
    const point = [{ type: 'Point', coordinates: [7.25, 50] }];
    expect(parseGeometries({ x: 7.25, y: 50 })).toEqual(point);
    expect(parseGeometries({ x: 7.25, y: 50, spatialReference: { wkid: 4326 } })).toEqual(point);
    const inMercator = parseGeometries({ x: 807_066.308_211, y: 6_446_275.841_017, ...inMetres });
    expect(writeRoundedPositions(inMercator)).toEqual(JSON.stringify(point));
  });

  it('is parsed in a feature', () => {
    expect(parseGeometries({ attributes: { OBJECTID: 1 }, geometry: { x: 1, y: 2 } })).toEqual([
      { type: 'Point', coordinates: [1, 2] },
    ]);
  });

  it('gets the ring order and direction of RFC 7946, with the hole in its polygon', () => {
    expect(parseGeometries({ rings: [hole, square] })).toEqual([
      { type: 'Polygon', coordinates: [square.toReversed(), hole.toReversed()] },
    ]);
  });

  it('is converted to degrees in all positions', () => {
    const metres = [807_066.308_211, 6_446_275.841_017];
    for (const geometry of [
      { points: [metres] },
      { paths: [[metres, metres]] },
      { rings: [[metres, metres, metres, metres]] },
    ]) {
      expect(writeRoundedPositions(parseGeometries({ ...geometry, ...inMetres }))).toMatch(
        /^[^8]*\[7\.25,50\][^8]*$/,
      );
    }
  });

  it('at the edge of the map is at 180 degrees', () => {
    for (const edge of [20_037_508.342_789_244, 20_037_508.3428]) {
      expect(
        parseGeometries({
          points: [
            [edge, 0],
            [-edge, 0],
          ],
          ...inMetres,
        }),
      ).toEqual([
        { type: 'Point', coordinates: [180, 0] },
        { type: 'Point', coordinates: [-180, 0] },
      ]);
    }
  });

  it('in another coordinate system is reported with the supported systems', () => {
    expect(
      parseGeometries({ x: 3_500_000, y: 5_500_000, spatialReference: { wkid: 31_467 } }),
    ).toMatchObject({
      kind: 'problems',
      messages: [expect.stringContaining('WGS 84 (4326)')],
    });
  });

  it.each([
    'null',
    '7',
    'POINT (1 2)',
    '{}',
    '{"type":"Point","coordinates":[1,2]}',
    '{"x":"NaN"}',
    '{"x":1,"y":2',
    '[]',
  ])('is not recognised in %s', (text) => {
    expect(parseEsriGeometries(text)).toBeUndefined();
  });
});
