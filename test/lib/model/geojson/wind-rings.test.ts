import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { windRings } from '../../../../lib/model/geojson/wind-rings.ts';

const counterClockwise = '[[0.0, 0], [4, 0.10], [4.00, 4], [0.0, 0]]';
const clockwise = '[[0.0, 0], [4.00, 4], [4, 0.10], [0.0, 0]]';

describe('the rings of a polygon', () => {
  it('are counter-clockwise outside and clockwise for holes, and keep their digits', () => {
    expect(windRings(`[${clockwise}, ${counterClockwise}]`, 'Polygon')).toBe(
      `[${counterClockwise}, ${clockwise}]`,
    );
    expect(windRings(`[${counterClockwise}, ${clockwise}]`, 'Polygon')).toBe(
      `[${counterClockwise}, ${clockwise}]`,
    );
  });

  it('have the right direction in each polygon of a MultiPolygon', () => {
    expect(windRings(`[[${clockwise}], [${clockwise}, ${counterClockwise}]]`, 'MultiPolygon')).toBe(
      `[[${counterClockwise}], [${counterClockwise}, ${clockwise}]]`,
    );
  });

  it('are closed with the first position', () => {
    const openRing = (ring: string): string => ring.replace(/, \[0\.0, 0\]\]$/, ']');
    expect(windRings(`[${openRing(counterClockwise)}]`, 'Polygon')).toBe(`[${counterClockwise}]`);
    expect(windRings(`[${openRing(clockwise)}]`, 'Polygon')).toBe(`[${counterClockwise}]`);
  });

  it('count as closed if first and last position are numerically equal', () => {
    const ring = '[[0, 0], [4, 0], [4, 4], [0.0, 0e1]]';
    expect(windRings(`[${ring}]`, 'Polygon')).toBe(`[${ring}]`);
  });

  it.each([
    '[]',
    '[[]]',
    '[[[1, 2]]]',
    '[[[1, 2], [3, 4], [1, 2]]]',
    '[[[1, 2], [3, 4]]]',
    '[[[0, 0], [1, 1], [2, 2], [0, 0]]]',
    '[[[0, 0], [1, null], [2, 1], [0, 0]]]',
    '[[1, 2], [3, 4]]',
  ])('stay unchanged without an area: %s', (coordinates) => {
    expect(windRings(coordinates, 'Polygon')).toBe(coordinates);
  });

  it('keep heights', () => {
    expect(windRings('[[[0,0,1],[4,4,2],[4,0,3]]]', 'Polygon')).toBe(
      '[[[0,0,1],[4,0,3],[4,4,2],[0,0,1]]]',
    );
  });

  it('keep their positions, and are unchanged by a second call', () => {
    const number = fc.integer({ min: -1000, max: 1000 });
    const ring = fc.array(fc.tuple(number, number), { minLength: 3, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(ring, { minLength: 1, maxLength: 3 }), (rings) => {
        const woundText = windRings(JSON.stringify(rings), 'Polygon');
        expect(windRings(woundText, 'Polygon')).toBe(woundText);
        const woundRings: [number, number][][] = JSON.parse(woundText);
        woundRings.forEach((positions, index) => {
          const originalPositions = rings[index] ?? [];
          const sortPositions = (list: readonly unknown[]) =>
            [...new Set(list.map(String))].toSorted();
          expect(sortPositions(positions)).toEqual(sortPositions(originalPositions));
          const area = computeDoubleArea(positions);
          const isOpen = String(originalPositions[0]) !== String(originalPositions.at(-1));
          const corners = isOpen ? originalPositions.length : originalPositions.length - 1;
          const isDegenerate = area === 0 || corners < 3;
          const isWound = Math.sign(area) === (index === 0 ? 1 : -1);
          const isClosed = String(positions[0]) === String(positions.at(-1));
          const isUnchanged = String(positions) === String(originalPositions);
          expect(isDegenerate ? isUnchanged : isWound && isClosed).toBe(true);
        });
      }),
    );
  });
});

/** Computes twice the area, with the trapezoid formula. */
function computeDoubleArea(positions: readonly (readonly [number, number])[]): number {
  return positions.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = positions[(index + 1) % positions.length] ?? [0, 0];
    return sum + (x - nextX) * (y + nextY);
  }, 0);
}

it.each(['Point', 'LineString', 'MultiLineString', ''])(
  'windRings changes nothing in a geometry of type "%s"',
  (type) => {
    const coordinates = `[${clockwise}]`;
    expect(windRings(coordinates, type)).toBe(coordinates);
  },
);
