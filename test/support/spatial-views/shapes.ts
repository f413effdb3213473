import * as z from 'zod';

/* Converts geometries to texts that can be compared: the list of their single parts, with rounded coordinates of a reference system. */

type Position = readonly number[];
type Nested = number | readonly Nested[];

const nested: z.ZodType<Nested> = z.lazy(() => z.union([z.number(), z.array(nested)]));
type Shape =
  | { readonly type: string; readonly coordinates: Nested }
  | { readonly type: 'GeometryCollection'; readonly geometries: readonly Shape[] };
const shape: z.ZodType<Shape> = z.lazy(() =>
  z.union([
    z.object({ type: z.literal('GeometryCollection'), geometries: z.array(shape) }),
    z.object({ type: z.string(), coordinates: nested }),
  ]),
);

/** Half the length of the equator in metres, on the sphere of web maps (EPSG:3857). */
const half = 20_037_508.342_789_244;

function projected([east = 0, north = 0]: Position, srid: number): Position {
  if (srid === 4326) return [rounded(east, 7), rounded(north, 7)];
  const y = Math.log(Math.tan(((90 + north) * Math.PI) / 360)) / Math.PI;
  return [rounded((east / 180) * half, 2), rounded(y * half, 2)];
}

/** Rounds a number. Adding zero turns -0 into 0. */
function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits)) + 0;
}

const isPosition = (coordinates: Nested): coordinates is Position =>
  Array.isArray(coordinates) && coordinates.every((one) => typeof one === 'number');

function mapped(coordinates: Nested, change: (position: Position) => Position): Nested {
  if (typeof coordinates === 'number') return coordinates;
  return isPosition(coordinates)
    ? change(coordinates)
    : coordinates.map((inner) => mapped(inner, change));
}

function partsOf(found: Shape): readonly (readonly [type: string, coordinates: Nested])[] {
  if ('geometries' in found) return found.geometries.flatMap(partsOf);
  if (!found.type.startsWith('Multi')) return [[found.type, found.coordinates]];
  const single = found.type.slice('Multi'.length);
  return typeof found.coordinates === 'number'
    ? []
    : found.coordinates.map((part) => [single, part] as const);
}

function written(found: Shape, change: (position: Position) => Position): string {
  return JSON.stringify(partsOf(found).map(([type, part]) => [type, mapped(part, change)]));
}

/** The type of a stored geometry; undefined if the value is not a geometry. */
export function geometryTypeOf(geometry: unknown): string | undefined {
  return shape.safeParse(geometry).data?.type;
}

/** Converts a stored geometry, in degrees, to the shape that a view with this reference system must show. */
export function expectedShape(geometry: unknown, srid: number): string {
  return written(shape.parse(geometry), (position) => projected(position, srid));
}

/** Converts a geometry of a view to its shape. @param text GeoJSON in the reference system of the view */
export function actualShape(text: string, srid: number): string {
  const digits = srid === 4326 ? 7 : 2;
  return written(shape.parse(JSON.parse(text)), ([east = 0, north = 0]) => [
    rounded(east, digits),
    rounded(north, digits),
  ]);
}
