import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { jsonString, sql } from '../../../lib/data-api/sql.ts';
import { openTestStack, type TestStack } from '../../support/stack.ts';

let stack: TestStack;

beforeAll(async () => {
  stack = await openTestStack();
});

afterAll(async () => stack?.close());

async function readGeometry(geometry: string): Promise<unknown> {
  const [row] = await stack.dataApi.read(
    sql`select st_astext(geometry_or_null(${jsonString(geometry)}))`,
  );
  return row?.[0];
}

const tooLarge = `1${'0'.repeat(310)}.5`;

describe('the geometry of a feature', () => {
  it.each([
    ['{"type": "Point", "coordinates": [7, 50, 90]}', 'POINT(7 50)'],
    ['{"type": "Point", "coordinates": []}', 'POINT EMPTY'],
    [
      '{"type": "GeometryCollection", "geometries": [{"type": "Point", "coordinates": [7, 50]}]}',
      'GEOMETRYCOLLECTION(POINT(7 50))',
    ],
  ])('is read from GeoJSON: %s', async (geometry, expected) => {
    expect(await readGeometry(geometry)).toBe(expected);
  });

  it.each([
    '{"type": "Point", "coordinates": ["7", "50"]}',
    '{"type": "Point", "coordinates": [null, null]}',
    '{"type": "Point", "coordinates": [true, false]}',
    '{"type": "Point", "coordinates": [{"a": 1}, 2]}',
    '{"type": "LineString", "coordinates": [[1, 2], [null, null], [3, 4]]}',
    '{"type": "GeometryCollection", "geometries": [{"type": "Point", "coordinates": [1, null]}]}',
    '{"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1]]]}',
  ])(
    'is null, and no place at zero degrees, if its coordinates are invalid: %s',
    async (geometry) => {
      expect(await readGeometry(geometry)).toBeNull();
    },
  );

  it.each([
    `{"type": "Point", "coordinates": [${tooLarge}, 0]}`,
    `{"type": "LineString", "coordinates": [[0, 0], [${tooLarge}, 0]]}`,
  ])('is null if a coordinate is too large a number', async (geometry) => {
    expect(await readGeometry(geometry)).toBeNull();
  });
});
