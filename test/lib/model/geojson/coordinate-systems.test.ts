import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  transformCoordinates,
  latitudeOf,
  longitudeOf,
} from '../../../../lib/model/geojson/coordinate-systems.ts';
import { writeGeometry } from '../../../../lib/model/geojson/write-geometry.ts';

const defaultOptions = { precision: undefined, followsRfc7946: false } as const;

describe('coordinates in EPSG:4326', () => {
  it('are swapped, and keep their digits and heights', () => {
    expect(transformCoordinates('[-1.50, 2e1 , 7.0]', 'EPSG:4326')).toBe('[2e1,-1.50 , 7.0]');
    expect(transformCoordinates('[ [1, 2],[3,4] ]', 'EPSG:4326')).toBe('[ [2,1],[4,3] ]');
    expect(transformCoordinates('[[[[1,2,3]]]]', 'EPSG:4326')).toBe('[[[[2,1,3]]]]');
    expect(transformCoordinates('[]', 'EPSG:4326')).toBe('[]');
  });

  it('are unchanged after two conversions', () => {
    const positions = fc.array(fc.tuple(fc.double({ noNaN: true }), fc.double({ noNaN: true })));
    fc.assert(
      fc.property(positions, (list) => {
        const text = JSON.stringify(list);
        expect(
          transformCoordinates(transformCoordinates(text, 'EPSG:4326') ?? '', 'EPSG:4326'),
        ).toBe(text);
      }),
    );
  });
});

describe('coordinates in EPSG:3857', () => {
  it('match the EPSG values at the origin, the edge and the corner of the map', () => {
    expect(transformCoordinates('[0,0]', 'EPSG:3857')).toBe('[0,0]');
    expect(transformCoordinates('[180,0,12]', 'EPSG:3857')).toBe('[20037508.342789244,0,12]');
    const corner: unknown = JSON.parse(
      transformCoordinates('[-180,85.0511287798066]', 'EPSG:3857') ?? '',
    );
    expect(corner).toEqual([-20037508.342789244, expect.closeTo(20037508.342789244, 6)]);
  });

  it('convert back to the same degrees', () => {
    const degrees = fc.tuple(
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.double({ min: -89, max: 89, noNaN: true }),
    );
    fc.assert(
      fc.property(degrees, ([longitude, latitude]) => {
        const metres =
          transformCoordinates(JSON.stringify([longitude, latitude]), 'EPSG:3857') ?? '';
        const [east, north] = metres.slice(1, -1).split(',').map(Number);
        expect(longitudeOf(east ?? 0)).toBeCloseTo(longitude, 10);
        expect(latitudeOf(north ?? 0)).toBeCloseTo(latitude, 10);
      }),
    );
  });

  it('are far outside of the map at the poles, and null beyond the poles', () => {
    expect(JSON.parse(transformCoordinates('[0,90]', 'EPSG:3857') ?? '')).toEqual([
      0,
      expect.closeTo(242_528_680.94, 1),
    ]);
    expect(transformCoordinates('[[0,10],[0,90.5]]', 'EPSG:3857')).toBeNull();
    const line = '{"type":"LineString","coordinates":[[0,10],[0,-91]]}';
    expect(writeGeometry(line, { ...defaultOptions, crs: 'EPSG:3857' })).toBe('null');
  });

  it('change in every member of a collection, and nothing else changes', () => {
    const collection =
      '{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[180,0]},{"coordinates":[[-180,0],[0,0]],"type":"LineString"}]}';
    expect(writeGeometry(collection, { ...defaultOptions, crs: 'EPSG:3857' })).toBe(
      collection
        .replace('[180,0]', '[20037508.342789244,0]')
        .replace('[-180,0]', '[-20037508.342789244,0]'),
    );
  });
});
