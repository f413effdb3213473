import { describe, expect, it } from 'vitest';

import { drawOutline } from '../../../../lib/pages/resources/outline.ts';
import { createWords } from '../../../../lib/pages/words/words.ts';

const words = createWords(['en']);

const square = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [2, 0],
      [2, 2],
      [0, 2],
      [0, 0],
    ],
  ],
};

const draw = (...geometries: readonly unknown[]): string =>
  String(drawOutline(geometries, words)?.drawing ?? '');

describe('the outline of a place', () => {
  it('is a filled path for a polygon, with north at the top', () => {
    expect(draw(square)).toContain('<path d="M16 304L304 304L304 16L16 16L16 304"');
  });

  it('is an open path for a line, and a circle for each of several points', () => {
    const line = {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [1, 1],
      ],
    };
    const points = {
      type: 'MultiPoint',
      coordinates: [
        [0, 0],
        [1, 0],
      ],
    };
    expect(draw(line)).toContain('class="open"');
    expect(draw(points).match(/<circle/g)).toHaveLength(2);
  });

  it('is as narrow as the place on both sides of the antimeridian', () => {
    const islands = {
      type: 'MultiPoint',
      coordinates: [
        [179, -17],
        [-179, -16],
      ],
    };
    expect(drawOutline([islands], words)).toMatchObject({
      bounds: [179, -17, 181, -16],
      position: '16.5000° S, 180.0000° E',
    });
  });

  it('has western bounds if continuing them beyond 180 degrees makes it no narrower', () => {
    const line = {
      type: 'LineString',
      coordinates: [
        [-72.5451, -13.1],
        [-72.5447, -13.2],
      ],
    };
    expect(drawOutline([line], words)).toMatchObject({
      bounds: [-72.5451, -13.2, -72.5447, -13.1],
    });
  });

  it('is not drawn for a single point, whose position is enough', () => {
    const outline = drawOutline([{ type: 'Point', coordinates: [-72.545, -13.1631] }], words);
    expect(outline).toEqual({
      drawing: undefined,
      bounds: [-72.545, -13.1631, -72.545, -13.1631],
      centre: '-72.54500,-13.16310',
      position: '13.1631° S, 72.5450° W',
    });
  });

  it('contains the parts of collections', () => {
    expect(draw({ type: 'GeometryCollection', geometries: [square, square] })).toContain('<path');
  });

  it.each([
    [null],
    ['text'],
    [{ type: 'Point', coordinates: [] }],
    [{ type: 'Point', coordinates: ['<script>', '"'] }],
    [{ type: 'Polygon', coordinates: [[[null, null]]] }],
    [{ type: 'Polygon' }],
  ])('leaves out what is not a geometry: %j', (geometry) => {
    expect(drawOutline([geometry], words)).toBeUndefined();
  });

  it('has a limited number of points', () => {
    const coordinates = Array.from({ length: 100_000 }, (_, index) => [index / 1000, index % 7]);
    expect(draw({ type: 'LineString', coordinates }).length).toBeLessThan(100_000);
  });
});
