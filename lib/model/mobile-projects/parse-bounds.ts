import { toNumber } from '../datatypes/values/decimal.ts';
import { parseExtendedWellKnownText } from '../../rdf/parse-well-known-text.ts';
import { InvalidWellKnownTextError } from '../../rdf/well-known-text-tokens.ts';
import { writeWellKnownText } from '../../rdf/write-well-known-text.ts';

/** The maximum length of the well-known text. */
const maxTextLength = 500_000;

/** The maximum number of polygons. Merging overlapping polygons takes time in proportion to the square of their number. */
const maxPolygons = 1000;

/** The maximum nesting of collections. */
const maxDepth = 32;

const maxProblems = 10;

type Position = readonly [unknown, unknown];
type Polygon = readonly (readonly Position[])[];

/** All areas as one MULTIPOLYGON, null if there are none; or the problems, each worded to follow `bounds: `. */
export type BoundsResult =
  | { readonly kind: 'bounds'; readonly text: string | null }
  | { readonly kind: 'problems'; readonly problems: readonly string[] };

/**
 * Parses the bounds of a project: well-known text (OGC 06-103r4, section 7), optionally after `SRID=4326;`, or
 * GeoJSON (RFC 7946). All areas become one MULTIPOLYGON without heights. An empty geometry means no bounds.
 * @rule Mobile projects: What may the bounds be?
 * @param value result of parseLossless, so that coordinates keep every digit
 */
export function parseBounds(value: unknown): BoundsResult {
  const { polygons, problems } = parseAreas(value);
  if (problems.length > 0) return { kind: 'problems', problems: problems.slice(0, maxProblems) };
  if (polygons.length === 0) return { kind: 'bounds', text: null };
  if (polygons.length > maxPolygons) {
    return {
      kind: 'problems',
      problems: [`have more than ${maxPolygons} polygons: merge or simplify them.`],
    };
  }
  const text = writeWellKnownText({ type: 'MultiPolygon', coordinates: polygons });
  if (text === undefined || text.length > maxTextLength) {
    return {
      kind: 'problems',
      problems: [`have more than ${maxTextLength} characters: simplify them.`],
    };
  }
  return { kind: 'bounds', text };
}

type ParsedAreas = { readonly polygons: readonly Polygon[]; readonly problems: readonly string[] };

const emptyAreas: ParsedAreas = { polygons: [], problems: [] };
const refuseArea = (problem: string): ParsedAreas => ({ polygons: [], problems: [problem] });

function combineAreas(parts: readonly ParsedAreas[]): ParsedAreas {
  return {
    polygons: parts.flatMap(({ polygons }) => polygons),
    problems: parts.flatMap(({ problems }) => problems),
  };
}

function parseAreas(value: unknown): ParsedAreas {
  if (value === null || value === '') return emptyAreas;
  if (typeof value === 'string') return parseTextAreas(value);
  return parseGeoJsonAreas(value, 0);
}

function parseTextAreas(text: string): ParsedAreas {
  try {
    const { srid, geometry } = parseExtendedWellKnownText(text);
    return srid === undefined || srid === 4326
      ? parseGeoJsonAreas(geometry, 0)
      : refuseArea(`are in SRID ${srid}: send WGS 84 (SRID 4326), longitude first.`);
  } catch (error) {
    if (error instanceof InvalidWellKnownTextError)
      return refuseArea(`cannot be read. ${error.message}`);
    throw error;
  }
}

const notAnAreaMessage = 'must be an area: a polygon or several, as well-known text or as GeoJSON.';

function parseGeoJsonAreas(value: unknown, depth: number): ParsedAreas {
  if (depth > maxDepth)
    return refuseArea('have collections that are nested too deep: flatten them.');
  const { type, coordinates, geometry, geometries, features } = readMembers(value);
  const parseEach = (items: unknown): ParsedAreas =>
    Array.isArray(items)
      ? combineAreas(items.map((item) => parseGeoJsonAreas(item, depth + 1)))
      : refuseArea(notAnAreaMessage);
  switch (type) {
    case 'FeatureCollection':
      return parseEach(features);
    case 'GeometryCollection':
      return parseEach(geometries);
    case 'Feature':
      return geometry === null ? emptyAreas : parseGeoJsonAreas(geometry, depth + 1);
    case 'MultiPolygon':
      return Array.isArray(coordinates)
        ? combineAreas(coordinates.map(parsePolygonAreas))
        : refuseArea(notAnAreaMessage);
    case 'Polygon':
      return parsePolygonAreas(coordinates);
    default:
      return refuseArea(notAnAreaMessage);
  }
}

type Members = {
  readonly type?: unknown;
  readonly coordinates?: unknown;
  readonly geometry?: unknown;
  readonly geometries?: unknown;
  readonly features?: unknown;
};

function readMembers(value: unknown): Members {
  return typeof value === 'object' && value !== null ? value : {};
}

function parsePolygonAreas(rings: unknown): ParsedAreas {
  if (!Array.isArray(rings)) return refuseArea(notAnAreaMessage);
  if (rings.length === 0) return emptyAreas;
  const results = rings.map(parseRing);
  return {
    polygons: [results.map(({ ring }) => ring)],
    problems: results.flatMap(({ problem }) => (problem === undefined ? [] : [problem])),
  };
}

function parseRing(positions: unknown): {
  readonly ring: readonly Position[];
  readonly problem?: string;
} {
  if (!Array.isArray(positions)) return { ring: [], problem: notAnAreaMessage };
  const ring = positions.map(parsePosition);
  const validPositions = ring.filter((position) => position !== undefined);
  if (validPositions.length < ring.length) {
    return {
      ring: validPositions,
      problem:
        'have a position that is not a longitude from -180 to 180 and a latitude from -90 to 90.',
    };
  }
  const [first, last] = [validPositions[0], validPositions.at(-1)];
  if (validPositions.length < 4 || !isSamePosition(first, last)) {
    return {
      ring: validPositions,
      problem: `have a ring that is not closed: it needs four positions at least, the last the same as the first${first === undefined ? '' : `, which is ${formatPosition(first)}`}.`,
    };
  }
  return { ring: validPositions };
}

function parsePosition(position: unknown): Position | undefined {
  if (!Array.isArray(position) || position.length < 2 || position.length > 4) return undefined;
  const [longitude, latitude]: readonly unknown[] = position;
  return isWithin(longitude, 180) && isWithin(latitude, 90) ? [longitude, latitude] : undefined;
}

function isWithin(value: unknown, limit: number): boolean {
  const number = toNumber(value);
  return number !== undefined && Math.abs(number) <= limit;
}

function isSamePosition(left: Position | undefined, right: Position | undefined): boolean {
  return [0, 1].every((axis) => toNumber(left?.[axis]) === toNumber(right?.[axis]));
}

function formatPosition(position: Position): string {
  return position.map(toNumber).join(' ');
}
