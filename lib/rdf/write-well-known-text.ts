import { isLosslessNumber } from '../json/lossless-json.ts';

/** Writes coordinates with 2 or 3 numbers in each position. @returns undefined if they are invalid */
type CoordinateWriter = (coordinates: unknown, dimensions: number) => string | undefined;

/** The numbers of a position (RFC 7946, section 3.1.1), with every digit. */
const writePosition: CoordinateWriter = (coordinates, dimensions) => {
  if (!Array.isArray(coordinates) || coordinates.length < dimensions) return undefined;
  const numbers = coordinates.slice(0, dimensions).map(writeNumber);
  return numbers.includes(undefined) ? undefined : numbers.join(' ');
};

/** WKT writes the exponent of a number with a capital letter. */
function writeNumber(number: unknown): string | undefined {
  if (typeof number === 'number') return String(number).toUpperCase();
  return isLosslessNumber(number) ? number.rawJSON.toUpperCase() : undefined;
}

const writePoint: CoordinateWriter = (coordinates, dimensions) => {
  if (Array.isArray(coordinates) && coordinates.length === 0) return 'EMPTY';
  const numbers = writePosition(coordinates, dimensions);
  return numbers === undefined ? undefined : `(${numbers})`;
};

function createListWriter(writeItem: CoordinateWriter): CoordinateWriter {
  return (coordinates, dimensions) => {
    if (!Array.isArray(coordinates)) return undefined;
    const texts: string[] = [];
    for (const member of coordinates) {
      const text = writeItem(member, dimensions);
      if (text === undefined) return undefined;
      texts.push(text);
    }
    return texts.length === 0 ? 'EMPTY' : `(${texts.join(', ')})`;
  };
}

const writeLine = createListWriter(writePosition);
const writePolygon = createListWriter(writeLine);

const writers: ReadonlyMap<unknown, CoordinateWriter> = new Map([
  ['Point', writePoint],
  ['MultiPoint', createListWriter(writePoint)],
  ['LineString', writeLine],
  ['MultiLineString', createListWriter(writeLine)],
  ['Polygon', writePolygon],
  ['MultiPolygon', createListWriter(writePolygon)],
]);

const writeCollection = createListWriter((geometry, dimensions) =>
  writeGeometry(geometry, dimensions),
);

function writeGeometry(geometry: unknown, dimensions: number): string | undefined {
  const { type, coordinates, geometries } = readMembers(geometry);
  const coordinatesText =
    type === 'GeometryCollection'
      ? writeCollection(geometries, dimensions)
      : writers.get(type)?.(coordinates, dimensions);
  if (coordinatesText === undefined) return undefined;
  const name = String(type).toUpperCase();
  return dimensions === 3 ? `${name} Z ${coordinatesText}` : `${name} ${coordinatesText}`;
}

type Members = {
  readonly type?: unknown;
  readonly coordinates?: unknown;
  readonly geometries?: unknown;
};

function readMembers(geometry: unknown): Members {
  return typeof geometry === 'object' && geometry !== null ? geometry : {};
}

/**
 * Writes a GeoJSON geometry (RFC 7946, section 3.1) as well-known text (OGC 06-103r4, section 7). Longitude comes first, as in a
 * `geo:wktLiteral` without a reference system (GeoSPARQL 1.1, section 8.5.1). Heights are written if every position has one.
 * @param geometry as returned by parseLossless, with every digit of its coordinates
 * @returns undefined if it is not a valid geometry
 */
export function writeWellKnownText(geometry: unknown): string | undefined {
  const withHeights = writeGeometry(geometry, 3);
  return withHeights !== undefined && /\d/.test(withHeights)
    ? withHeights
    : writeGeometry(geometry, 2);
}
