import { describe, expect, it } from 'vitest';

import { parseLossless } from '../../../../lib/json/lossless-json.ts';
import { parseBounds } from '../../../../lib/model/mobile-projects/parse-bounds.ts';

const ring = '0 0, 0 2, 2 2, 0 0';
const square = { type: 'Polygon', coordinates: [[[0, 0], [0, 2], [2, 2], [0, 0]]] }; // prettier-ignore
const otherSquare = { type: 'Polygon', coordinates: [[[5, 5], [5, 6], [6, 6], [5, 5]]] }; // prettier-ignore
const createFeature = (geometry: unknown) => ({ type: 'Feature', properties: {}, geometry });

const readText = (sentBounds: unknown): string | null | undefined => {
  const result = parseBounds(sentBounds);
  return result.kind === 'bounds' ? result.text : undefined;
};

const readProblems = (sentBounds: unknown): readonly string[] => {
  const result = parseBounds(sentBounds);
  return result.kind === 'problems' ? result.problems : [];
};

describe('the bounds of a mobile project', () => {
  it.each([
    ['well-known text', `POLYGON ((${ring}))`],
    ['well-known text of a MultiPolygon', `MULTIPOLYGON (((${ring})))`],
    ['well-known text with its reference system', `SRID=4326;POLYGON((${ring}))`],
    ['well-known text with heights', 'POLYGON Z ((0 0 9, 0 2 9, 2 2 9, 0 0 9))'],
    ['a collection as well-known text', `GEOMETRYCOLLECTION (POLYGON ((${ring})))`],
    ['a Polygon', square],
    ['a MultiPolygon', { type: 'MultiPolygon', coordinates: [square.coordinates] }],
    ['a feature', createFeature(square)],
    ['a FeatureCollection', { type: 'FeatureCollection', features: [createFeature(square)] }],
    ['a GeometryCollection', { type: 'GeometryCollection', geometries: [square] }],
  ])('are read from %s, as one MULTIPOLYGON', (_, sentBounds) => {
    expect(readText(sentBounds)).toBe(`MULTIPOLYGON (((${ring})))`);
  });

  it('combine the areas of a FeatureCollection', () => {
    const features = [createFeature(square), createFeature(otherSquare)];
    expect(readText({ type: 'FeatureCollection', features })).toBe(
      `MULTIPOLYGON (((${ring})), ((5 5, 5 6, 6 6, 5 5)))`,
    );
  });

  it('are refused if they have more polygons than can be merged', () => {
    const polygons = (count: number) => ({
      type: 'MultiPolygon',
      coordinates: Array.from({ length: count }, () => square.coordinates),
    });
    expect(readProblems(polygons(1000))).toEqual([]);
    expect(readProblems(polygons(1001))).toEqual([
      'have more than 1000 polygons: merge or simplify them.',
    ]);
  });

  it('keep every digit', () => {
    const position = '-3.12345678901234567890 0.1000';
    expect(readText(`POLYGON ((${position}, 0 2, 2 2, ${position}))`)).toContain(position);
    const json = `{"type":"Polygon","coordinates":[[[${position.replace(' ', ',')}],[0,2],[2,2],[${position.replace(' ', ',')}]]]}`;
    expect(readText(parseLossless(json))).toContain(position);
  });

  it.each([
    ['null', null],
    ['an empty text', ''],
    ['an empty multipolygon', 'MULTIPOLYGON EMPTY'],
    ['an empty FeatureCollection', { type: 'FeatureCollection', features: [] }],
    ['a feature without a geometry', createFeature(null)],
  ])('are empty for %s', (_, sentBounds) => {
    expect(readText(sentBounds)).toBe(null);
  });

  it.each([
    ['another reference system', `SRID=3857;POLYGON ((${ring}))`, 'SRID 3857'],
    ['a text that is not well-known text', 'somewhere', 'cannot be read'],
    ['a point', 'POINT (1 1)', 'must be an area'],
    ['a line among areas', { type: 'GeometryCollection', geometries: [square, { type: 'LineString', coordinates: [[0, 0], [1, 1]] }] }, 'must be an area'], // prettier-ignore
    ['an open ring', 'POLYGON ((0 0, 0 2, 2 2))', 'not closed'],
    ['an open ring with four positions', 'POLYGON ((0 0, 0 2, 2 2, 1 1))', 'which is 0 0'],
    ['an invalid latitude', 'POLYGON ((0 0, 0 91, 2 2, 0 0))', 'latitude'],
    ['a number', 7, 'must be an area'],
    ['invalid coordinates', { type: 'Polygon', coordinates: [['a']] }, 'longitude'],
    [
      'coordinates that are not a list',
      { type: 'MultiPolygon', coordinates: 7 },
      'must be an area',
    ],
  ])('are rejected if they are %s', (_, sentBounds, expectedProblem) => {
    expect(readProblems(sentBounds).join(' ')).toContain(expectedProblem);
  });

  it('are rejected if they are too long or too deep, and with at most ten problems', () => {
    const manyPositions = Array.from({ length: 100_000 }, () => '0 0').join(', ');
    expect(readProblems(`POLYGON ((${manyPositions}))`).join()).toMatch(
      'more than 500000 characters',
    );
    let deepCollection: unknown = square;
    for (let depth = 0; depth < 50_000; depth += 1) {
      deepCollection = { type: 'GeometryCollection', geometries: [deepCollection] };
    }
    expect(readProblems(deepCollection).join()).toMatch('too deep');
    const lines = Array.from({ length: 50 }, () => 'POINT (1 1)').join(', ');
    expect(readProblems(`GEOMETRYCOLLECTION (${lines})`)).toHaveLength(10);
  });
});
