import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { mapCoordinates } from '../../../../lib/model/geojson/map-coordinates.ts';
import { writeGeometry } from '../../../../lib/model/geojson/write-geometry.ts';

const defaultOptions = { precision: undefined, followsRfc7946: false, crs: 'CRS84' } as const;
const writeRounded = (geometry: string, precision: number): string =>
  writeGeometry(geometry, { ...defaultOptions, precision });

describe('a geometry', () => {
  it('is the stored text if no change is requested', () => {
    const storedText = '{"type": "Point", "coordinates": [1.50, -0.0, 1e2]}';
    expect(writeGeometry(storedText, defaultOptions)).toBe(storedText);
  });

  it('is rounded at any depth, also in nested collections', () => {
    const point = '{"type": "Point", "coordinates": [1.55, 2.45]}';
    const line = '{"coordinates":[[1.23456,-2.98765,10.5555]],"type":"LineString"}';
    const collection = `{"type":"GeometryCollection","geometries":[${point}, {"geometries":[${line}]}]}`;
    expect(writeRounded(collection, 1)).toBe(
      collection
        .replace('[1.55, 2.45]', '[1.6, 2.5]')
        .replace('[1.23456,-2.98765,10.5555]', '[1.2,-3,10.6]'),
    );
  });

  it('changes only in its coordinates', () => {
    const geometryWithOtherMembers =
      '{"bbox": [1.25, 2.25], "crs": {"coordinates": [1.25], "note": "\\"coordinates\\": [1.25] \\\\"}, "é": null, "coordinates": [1.25], "n": 1.25}';
    expect(writeRounded(geometryWithOtherMembers, 1)).toBe(
      geometryWithOtherMembers.replace('"coordinates": [1.25], "n"', '"coordinates": [1.3], "n"'),
    );
    for (const text of ['null', '1.25', '"coordinates"', '[1.25]', '{}', ' {"type":1.25} ']) {
      expect(writeRounded(text, 1)).toBe(text);
    }
  });

  it('gets the direction of its rings after rounding', () => {
    const options = { ...defaultOptions, precision: 0, followsRfc7946: true };
    // After rounding, the last corner equals the first.
    const polygon = '{"type": "Polygon", "coordinates": [[[0, 0], [4, 4], [4, 0], [0.1, 0.1]]]}';
    expect(writeGeometry(polygon, options)).toBe(
      '{"type": "Polygon", "coordinates": [[[0, 0], [4, 0], [4, 4], [0, 0]]]}',
    );
    const inCollection = `{"type": "GeometryCollection", "geometries": [${polygon}]}`;
    expect(writeGeometry(inCollection, options)).toContain('[[[0, 0], [4, 0], [4, 4], [0, 0]]]');
  });
});

describe('the coordinates of any JSON', () => {
  const json = fc.letrec<{ value: unknown; geometry: unknown }>((tie) => ({
    value: fc.jsonValue({ maxDepth: 3 }),
    geometry: fc.record(
      {
        type: fc.oneof(fc.constant('Polygon'), fc.jsonValue({ maxDepth: 0 })),
        geometries: fc.oneof(fc.array(fc.oneof(tie('geometry'), tie('value'))), tie('value')),
        coordinates: tie('value'),
        'any "other" \\': tie('value'),
      },
      { requiredKeys: [] },
    ),
  }));

  /** Replaces the coordinates of a parsed geometry, as mapCoordinates does in its text. */
  function replaceCoordinates(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]: [string, unknown]) => {
        if (name === 'coordinates') return [name, 'here'];
        if (name !== 'geometries' || !Array.isArray(member)) return [name, member];
        return [name, member.map(replaceCoordinates)];
      }),
    );
  }

  it('are found in the text as in the parsed geometry', () => {
    fc.assert(
      fc.property(json.geometry, fc.constantFrom(undefined, 1), (geometry, indent) => {
        const text = mapCoordinates(JSON.stringify(geometry, null, indent), () => '"here"');
        expect(text).toBe(JSON.stringify(replaceCoordinates(geometry), null, indent));
      }),
    );
  });
});
