import { isLosslessNumber } from '../json/lossless-json.ts';

/** @returns undefined if the coordinates are invalid */
type Write = (coordinates: unknown, dimensions: number) => string | undefined;

/** The numbers of a position (RFC 7946, section 3.1.1), with every digit. */
const position: Write = (coordinates, dimensions) => {
  if (!Array.isArray(coordinates) || coordinates.length < dimensions) return undefined;
  const written = coordinates.slice(0, dimensions).map(digits);
  return written.includes(undefined) ? undefined : written.join(' ');
};

/** WKT writes the exponent of a number with a capital letter. */
function digits(number: unknown): string | undefined {
  if (typeof number === 'number') return String(number).toUpperCase();
  return isLosslessNumber(number) ? number.rawJSON.toUpperCase() : undefined;
}

const point: Write = (coordinates, dimensions) => {
  if (Array.isArray(coordinates) && coordinates.length === 0) return 'EMPTY';
  const written = position(coordinates, dimensions);
  return written === undefined ? undefined : `(${written})`;
};

function listOf(write: Write): Write {
  return (coordinates, dimensions) => {
    if (!Array.isArray(coordinates)) return undefined;
    const texts: string[] = [];
    for (const member of coordinates) {
      const written = write(member, dimensions);
      if (written === undefined) return undefined;
      texts.push(written);
    }
    return texts.length === 0 ? 'EMPTY' : `(${texts.join(', ')})`;
  };
}

const line = listOf(position);
const polygon = listOf(line);

const writers: ReadonlyMap<unknown, Write> = new Map([
  ['Point', point],
  ['MultiPoint', listOf(point)],
  ['LineString', line],
  ['MultiLineString', listOf(line)],
  ['Polygon', polygon],
  ['MultiPolygon', listOf(polygon)],
]);

const collection = listOf((geometry, dimensions) => tagged(geometry, dimensions));

function tagged(geometry: unknown, dimensions: number): string | undefined {
  const { type, coordinates, geometries } = members(geometry);
  const written =
    type === 'GeometryCollection'
      ? collection(geometries, dimensions)
      : writers.get(type)?.(coordinates, dimensions);
  if (written === undefined) return undefined;
  const name = String(type).toUpperCase();
  return dimensions === 3 ? `${name} Z ${written}` : `${name} ${written}`;
}

type Members = {
  readonly type?: unknown;
  readonly coordinates?: unknown;
  readonly geometries?: unknown;
};

function members(geometry: unknown): Members {
  return typeof geometry === 'object' && geometry !== null ? geometry : {};
}

/**
 * Writes a GeoJSON geometry (RFC 7946, section 3.1) as well-known text (OGC 06-103r4, section 7). Longitude comes first, as in a
 * `geo:wktLiteral` without a reference system (GeoSPARQL 1.1, section 8.5.1). Heights are written if every position has one.
 * @param geometry as returned by parseLossless, with every digit of its coordinates
 * @returns undefined if it is not a valid geometry
 */
export function writeWellKnownText(geometry: unknown): string | undefined {
  const high = tagged(geometry, 3);
  return high !== undefined && /\d/.test(high) ? high : tagged(geometry, 2);
}
