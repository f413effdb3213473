import fc from 'fast-check';
import type { Position } from 'geojson';

import type { Box } from './box-oracle.ts';

/** Longitudes, most of them near the edges of the world or of what is found modulo 360 degrees. */
const longitude = fc.oneof(
  fc
    .integer({ min: -40, max: 40 })
    .chain((offset) =>
      fc.constantFrom(-180, 180, -180, 180, 0, -540, 540).map((middle) => middle + offset / 2),
    ),
  fc.constantFrom(-180, 180, -540, 540, 500_000),
);

/** Latitudes, some of them beyond the poles. */
const latitude = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: -40, max: 40 }) },
  { weight: 1, arbitrary: fc.constantFrom(-90, 90, 89, 92, -100, 5_400_000) },
);

const position = fc.tuple(longitude, latitude).map((pair): Position => [...pair]);

const size = fc.integer({ min: 1, max: 60 }).map((steps) => steps / 2);

type Ring = readonly Position[];

const rectangle = (west: number, south: number, width: number, height: number): Ring => [
  [west, south],
  [west + width, south],
  [west + width, south + height],
  [west, south + height],
  [west, south],
];

/** Rectangles, rectangles with a hole, and areas with a bay in the east or west. */
const rectilinearArea = fc
  .record({
    corner: position,
    width: size,
    height: size,
    shape: fc.constantFrom('plain', 'hole', 'bay in the east', 'bay in the west'),
  })
  .map(({ corner: [x = 0, y = 0], width, height, shape }): readonly Ring[] => {
    const outer = rectangle(x, y, width, height);
    const [inX, inY] = [width / 4, height / 4];
    if (shape === 'plain') return [outer];
    if (shape === 'hole') {
      return [outer, rectangle(x + inX, y + inY, width / 2, height / 2).toReversed()];
    }
    const bay: Ring = [
      [x, y],
      [x + width, y],
      [x + width, y + inY],
      [x + inX, y + inY],
      [x + inX, y + 3 * inY],
      [x + width, y + 3 * inY],
      [x + width, y + height],
      [x, y + height],
      [x, y],
    ];
    if (shape === 'bay in the east') return [bay];
    return [bay.map(([bayX = 0, bayY = 0]) => [2 * x + width - bayX, bayY])];
  });

/** Slanted shapes have positions beside the grid of boxes, so that no corner of a box is exactly on them. */
const offGrid = ([x = 0, y = 0]: Position): Position => [x + 0.0371, y + 0.0173];

const slantedLine = fc
  .tuple(position, size, fc.integer({ min: -20, max: 20 }))
  .map(([start, width, height]): Ring => {
    const [x = 0, y = 0] = offGrid(start);
    return [
      [x, y],
      [x + width, y + height],
      [x + width * 1.5, y - 1],
    ];
  });

const triangle = fc.tuple(position, size, size).map(([start, width, height]): readonly Ring[] => {
  const [x = 0, y = 0] = offGrid(start);
  return [
    [
      [x, y],
      [x + width, y + height / 3],
      [x + width / 3, y + height],
      [x, y],
    ],
  ];
});

const straightLine = fc.tuple(position, size, size).map(([[x = 0, y = 0], width, height]): Ring => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
]);

const copyRing = (ring: Ring): Position[] => ring.map((member) => [...member]);
const copyArea = (rings: readonly Ring[]): Position[][] => rings.map(copyRing);

const line = fc.oneof(straightLine, slantedLine).map(copyRing);
const area = fc.oneof(rectilinearArea, triangle).map(copyArea);

/** Areas that do not overlap: each is in a latitude band of its own. */
const areas = fc
  .array(fc.tuple(longitude, size), { minLength: 1, maxLength: 3 })
  .map((members) =>
    members.map(([west, width], index) => copyArea([rectangle(west, -30 + index * 20, width, 10)])),
  );

const single = fc.oneof(
  position.map((coordinates): GeoJSON.Geometry => ({ type: 'Point', coordinates })),
  line.map((coordinates): GeoJSON.Geometry => ({ type: 'LineString', coordinates })),
  area.map((coordinates): GeoJSON.Geometry => ({ type: 'Polygon', coordinates })),
  fc
    .array(position, { minLength: 1, maxLength: 3 })
    .map((coordinates): GeoJSON.Geometry => ({ type: 'MultiPoint', coordinates })),
  fc
    .array(line, { minLength: 1, maxLength: 2 })
    .map((coordinates): GeoJSON.Geometry => ({ type: 'MultiLineString', coordinates })),
  areas.map((coordinates): GeoJSON.Geometry => ({ type: 'MultiPolygon', coordinates })),
);

/** Valid geometries of all types on both sides of the antimeridian, beyond it, and outside of the world. */
export const geometryNearEdges: fc.Arbitrary<GeoJSON.Geometry> = fc.oneof(
  { weight: 6, arbitrary: single },
  {
    weight: 1,
    arbitrary: fc
      .array(single, { minLength: 1, maxLength: 3 })
      .map((geometries): GeoJSON.Geometry => ({ type: 'GeometryCollection', geometries })),
  },
);

/** Boxes as maps send them: within the world, beyond it after scrolling, across the antimeridian, of the whole world, without width. */
export const boxNearEdges: fc.Arbitrary<Box> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc
      .tuple(
        fc
          .tuple(fc.constantFrom(-180, 180, 0, -540, 540), fc.integer({ min: -60, max: 60 }))
          .map(([middle, offset]) => middle + offset / 4),
        fc.oneof(
          fc.integer({ min: 0, max: 60 }).map((steps) => steps / 4),
          fc.constantFrom(0, 180, 359, 360, 400),
        ),
        fc.integer({ min: -95, max: 60 }),
        fc.constantFrom(0, 1, 2, 5, 20, 200),
        fc.boolean(),
      )
      .map(([west, width, south, height, isWrapped]): Box => {
        const wrap = (x: number): number => ((((x + 180) % 360) + 360) % 360) - 180;
        const isPart = width < 360 && isWrapped;
        return isPart
          ? [wrap(west), south, wrap(west + width), south + height]
          : [west, south, west + width, south + height];
      }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Box>(
      [-180, -90, 180, 90],
      [0, -90, 360, 90],
      [-180, -90, 180, 89],
      [170, 50, 180, 52],
      [-180, 50, -170, 52],
    ),
  },
);
