import * as z from 'zod';

/* Converts geometries to texts that can be compared: the list of their single parts, with rounded coordinates. */

type Position = readonly number[];
type Nested = number | readonly Nested[];

const nestedSchema: z.ZodType<Nested> = z.lazy(() => z.union([z.number(), z.array(nestedSchema)]));
type Shape =
  | { readonly type: string; readonly coordinates: Nested }
  | { readonly type: 'GeometryCollection'; readonly geometries: readonly Shape[] };
const shapeSchema: z.ZodType<Shape> = z.lazy(() =>
  z.union([
    z.object({ type: z.literal('GeometryCollection'), geometries: z.array(shapeSchema) }),
    z.object({ type: z.string(), coordinates: nestedSchema }),
  ]),
);

/** Half the length of the equator in metres, on the sphere of web maps (EPSG:3857). */
const halfEquator = 20_037_508.342_789_244;

function project([east = 0, north = 0]: Position, srid: number): Position {
  if (srid === 4326) return [round(east, 7), round(north, 7)];
  const y = Math.log(Math.tan(((90 + north) * Math.PI) / 360)) / Math.PI;
  return [round((east / 180) * halfEquator, 2), round(y * halfEquator, 2)];
}

/** Rounds a number. Adding zero turns -0 into 0. */
function round(value: number, digits: number): number {
  return Number(value.toFixed(digits)) + 0;
}

const isPosition = (coordinates: Nested): coordinates is Position =>
  Array.isArray(coordinates) && coordinates.every((coordinate) => typeof coordinate === 'number');

function mapPositions(coordinates: Nested, change: (position: Position) => Position): Nested {
  if (typeof coordinates === 'number') return coordinates;
  return isPosition(coordinates)
    ? change(coordinates)
    : coordinates.map((inner) => mapPositions(inner, change));
}

function listSingleParts(
  geometry: Shape,
): readonly (readonly [type: string, coordinates: Nested])[] {
  if ('geometries' in geometry) return geometry.geometries.flatMap(listSingleParts);
  if (!geometry.type.startsWith('Multi')) return [[geometry.type, geometry.coordinates]];
  const single = geometry.type.slice('Multi'.length);
  return typeof geometry.coordinates === 'number'
    ? []
    : geometry.coordinates.map((part) => [single, part] as const);
}

function formatShape(geometry: Shape, change: (position: Position) => Position): string {
  return JSON.stringify(
    listSingleParts(geometry).map(([type, part]) => [type, mapPositions(part, change)]),
  );
}

/** The type of a stored geometry; undefined if the value is not a geometry. */
export function geometryTypeOf(geometry: unknown): string | undefined {
  return shapeSchema.safeParse(geometry).data?.type;
}

/** Converts a stored geometry, in degrees, to the shape that a view with this reference system must show. */
export function formatExpectedShape(geometry: unknown, srid: number): string {
  return formatShape(shapeSchema.parse(geometry), (position) => project(position, srid));
}

/** Converts a geometry of a view to its shape. @param text GeoJSON in the reference system of the view */
export function formatActualShape(text: string, srid: number): string {
  const digits = srid === 4326 ? 7 : 2;
  return formatShape(shapeSchema.parse(JSON.parse(text)), ([east = 0, north = 0]) => [
    round(east, digits),
    round(north, digits),
  ]);
}
