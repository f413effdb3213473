import fc from 'fast-check';
import type { Geometry, Position } from 'geojson';

/** A geometry that consists of one part. */
export type Part = Extract<Geometry, { type: 'Point' | 'LineString' | 'Polygon' }>;

const number = (min: number, max: number) =>
  fc.double({ min, max, noNaN: true }).map((value) => value + 0);

/** A rectangle with the ring directions of RFC 7946, with or without a hole. Rectangles of different bands do not touch. */
function polygon(band: number): fc.Arbitrary<Position[][]> {
  return fc
    .tuple(number(0, 4), number(-80, 70), number(1, 5), number(1, 9), fc.boolean())
    .map(([west, south, width, height, hasHole]) => {
      const ring = (margin: number): Position[] => {
        const [left, right] = [
          band * 10 + west + margin * width,
          band * 10 + west + (1 - margin) * width,
        ];
        const [bottom, top] = [south + margin * height, south + (1 - margin) * height];
        return [
          [left, bottom],
          [right, bottom],
          [right, top],
          [left, top],
          [left, bottom],
        ];
      };
      return hasHole ? [ring(0), ring(0.25).toReversed()] : [ring(0)];
    });
}

const flatPosition = fc.tuple(number(-180, 180), number(-85, 85));
const positionWithHeight = fc.tuple(number(-180, 180), number(-85, 85), number(-100, 9000));

function geometryWith(position: fc.Arbitrary<Position>): fc.Arbitrary<Geometry> {
  const several = <Item>(item: fc.Arbitrary<Item>, minLength = 1): fc.Arbitrary<Item[]> =>
    fc.array(item, { minLength, maxLength: 4 });
  const line = several(position, 2);
  return fc.oneof(
    position.map((coordinates): Geometry => ({ type: 'Point', coordinates })),
    line.map((coordinates): Geometry => ({ type: 'LineString', coordinates })),
    several(position).map((coordinates): Geometry => ({ type: 'MultiPoint', coordinates })),
    several(line).map((coordinates): Geometry => ({ type: 'MultiLineString', coordinates })),
  );
}

/** GeoJSON geometries (RFC 7946, section 3.1) that can be stored, with and without heights. */
export const randomGeometry: fc.Arbitrary<Geometry> = fc.oneof(
  geometryWith(flatPosition),
  geometryWith(positionWithHeight),
  polygon(0).map((coordinates): Geometry => ({ type: 'Polygon', coordinates })),
  fc
    .tuple(polygon(0), polygon(1), polygon(2))
    .map((coordinates): Geometry => ({ type: 'MultiPolygon', coordinates })),
);

/** The parts of a geometry. */
export function partsOf(geometry: Geometry): readonly Part[] {
  switch (geometry.type) {
    case 'MultiPoint':
      return geometry.coordinates.map((coordinates) => ({ type: 'Point', coordinates }));
    case 'MultiLineString':
      return geometry.coordinates.map((coordinates) => ({ type: 'LineString', coordinates }));
    case 'MultiPolygon':
      return geometry.coordinates.map((coordinates) => ({ type: 'Polygon', coordinates }));
    case 'GeometryCollection':
      return geometry.geometries.flatMap(partsOf);
    default:
      return [geometry];
  }
}

/** Writes well-known text as QGIS does: keywords in mixed case, and for heights a `Z` without a space before it. */
export function toQgisText(geometry: Geometry): string {
  if (geometry.type === 'GeometryCollection') {
    return `GEOMETRYCOLLECTION (${geometry.geometries.map(toQgisText).join()})`;
  }
  const coordinateText = (coordinates: unknown): string => {
    if (!Array.isArray(coordinates)) return '';
    if (!Array.isArray(coordinates[0])) return coordinates.join(' ');
    const isNested = geometry.type === 'MultiPoint' || Array.isArray(coordinates[0][0]);
    return coordinates
      .map((item) => (isNested ? `(${coordinateText(item)})` : coordinateText(item)))
      .join(', ');
  };
  const { type, coordinates } = geometry;
  return `${type}${hasHeight(coordinates) ? 'Z' : ''} (${coordinateText(coordinates)})`;
}

function hasHeight(coordinates: unknown): boolean {
  if (!Array.isArray(coordinates)) return false;
  return Array.isArray(coordinates[0]) ? hasHeight(coordinates[0]) : coordinates.length === 3;
}

const radius = 6_378_137;

/** Converts a geometry to metres in Web Mercator (EPSG:3857). */
export function inWebMercator(geometry: Geometry): Geometry {
  const metres = (value: unknown): unknown => {
    if (!Array.isArray(value)) return value;
    if (Array.isArray(value[0])) return value.map(metres);
    const [longitude, latitude, ...height] = value.map(Number);
    const angle = Math.PI / 4 + ((latitude ?? 0) * Math.PI) / 360;
    return [
      (radius * (longitude ?? 0) * Math.PI) / 180,
      radius * Math.log(Math.tan(angle)),
      ...height,
    ];
  };
  return JSON.parse(
    JSON.stringify({ ...geometry, coordinates: metres(Object(geometry).coordinates) }),
  );
}
