import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { roundGeometry } from '../../../../lib/model/geojson/geometry-precision.ts';
import { parseLossless } from '../../../../lib/json/lossless-json.ts';

describe('rounding a geometry', () => {
  it('rounds every coordinate at any depth, heights too', () => {
    expect(
      roundGeometry({ type: 'LineString', coordinates: [[1.23456, -2.98765, 10.5555]] }, 2),
    ).toEqual({ type: 'LineString', coordinates: [[1.23, -2.99, 10.56]] });
  });

  it('rounds the members of a geometry collection', () => {
    const collection = {
      type: 'GeometryCollection',
      geometries: [{ type: 'Point', coordinates: [1.55, 2.45] }],
    };
    expect(roundGeometry(collection, 0)).toEqual({
      type: 'GeometryCollection',
      geometries: [{ type: 'Point', coordinates: [2, 2] }],
    });
  });

  it('leaves alone what is not a coordinate', () => {
    const geometry = {
      type: 'Point',
      coordinates: [1.5, 2.5],
      crs: { properties: { code: 1.234 } },
    };
    expect(roundGeometry(geometry, 0)).toMatchObject({ crs: { properties: { code: 1.234 } } });
  });

  it('leaves null as it is', () => {
    expect(roundGeometry(null, 3)).toBeNull();
  });

  it('rounds numbers that were kept as text', () => {
    const geometry = parseLossless('{"type":"Point","coordinates":[1.50000000000000000001,2.0]}');
    expect(JSON.stringify(roundGeometry(geometry, 1))).toBe(
      '{"type":"Point","coordinates":[1.5,2]}',
    );
  });

  it('writes zero without a sign', () => {
    const rounded = roundGeometry({ type: 'Point', coordinates: [-0.0001, 0] }, 2);
    expect(JSON.stringify(rounded)).toBe('{"type":"Point","coordinates":[0,0]}');
  });

  it('never moves a coordinate by more than half a step', () => {
    const coordinate = fc.double({ min: -180, max: 180, noNaN: true });
    fc.assert(
      fc.property(coordinate, fc.integer({ min: 0, max: 12 }), (value, decimals) => {
        const rounded = roundGeometry({ coordinates: [value] }, decimals);
        const [moved] = (rounded as { coordinates: [number] }).coordinates;
        expect(Math.abs(moved - value)).toBeLessThanOrEqual(0.5 * 10 ** -decimals + 1e-12);
      }),
    );
  });
});
