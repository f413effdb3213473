import { isLosslessNumber } from '../../json/lossless-json.ts';
import { parseExtendedWellKnownText } from '../../rdf/parse-well-known-text.ts';
import { InvalidWellKnownTextError } from '../../rdf/well-known-text-tokens.ts';
import { writeWellKnownText } from '../../rdf/write-well-known-text.ts';

/** The maximum length of the well-known text. */
const longest = 500_000;

/** The maximum nesting of collections. */
const deepest = 32;

const mostProblems = 10;

type Position = readonly [unknown, unknown];
type Polygon = readonly (readonly Position[])[];

/** The areas as one MULTIPOLYGON, null if there are none; or their problems. */
export type BoundsResult =
  | { readonly kind: 'bounds'; readonly text: string | null }
  | { readonly kind: 'problems'; readonly problems: readonly string[] };

/**
 * Parses the bounds of a project: well-known text (OGC 06-103r4, section 7), optionally after `SRID=4326;`, or
 * GeoJSON (RFC 7946). All areas become one MULTIPOLYGON without heights. An empty geometry is no bounds.
 * @param sent result of parseLossless, so that coordinates keep every digit
 */
export function parseBounds(sent: unknown): BoundsResult {
  const { polygons, problems } = found(sent);
  if (problems.length > 0) return { kind: 'problems', problems: problems.slice(0, mostProblems) };
  if (polygons.length === 0) return { kind: 'bounds', text: null };
  const text = writeWellKnownText({ type: 'MultiPolygon', coordinates: polygons });
  if (text === undefined || text.length > longest) {
    return { kind: 'problems', problems: [`have over ${longest} characters: simplify them.`] };
  }
  return { kind: 'bounds', text };
}

type Found = { readonly polygons: readonly Polygon[]; readonly problems: readonly string[] };

const nothing: Found = { polygons: [], problems: [] };
const wrong = (problem: string): Found => ({ polygons: [], problems: [problem] });

function together(all: readonly Found[]): Found {
  return {
    polygons: all.flatMap(({ polygons }) => polygons),
    problems: all.flatMap(({ problems }) => problems),
  };
}

function found(sent: unknown): Found {
  if (sent === null || sent === '') return nothing;
  if (typeof sent === 'string') return ofText(sent);
  return ofGeoJson(sent, 0);
}

function ofText(text: string): Found {
  try {
    const { srid, geometry } = parseExtendedWellKnownText(text);
    return srid === undefined || srid === 4326
      ? ofGeoJson(geometry, 0)
      : wrong(`are in SRID ${srid}: send WGS 84 (SRID 4326), longitude first.`);
  } catch (error) {
    if (error instanceof InvalidWellKnownTextError)
      return wrong(`cannot be read. ${error.message}`);
    throw error;
  }
}

const notAreas = 'must be an area: a polygon or several, as well-known text or as GeoJSON.';

function ofGeoJson(sent: unknown, depth: number): Found {
  if (depth > deepest) return wrong('have collections that are nested too deep.');
  const { type, coordinates, geometry, geometries, features } = members(sent);
  const each = (items: unknown): Found =>
    Array.isArray(items)
      ? together(items.map((item) => ofGeoJson(item, depth + 1)))
      : wrong(notAreas);
  switch (type) {
    case 'FeatureCollection':
      return each(features);
    case 'GeometryCollection':
      return each(geometries);
    case 'Feature':
      return geometry === null ? nothing : ofGeoJson(geometry, depth + 1);
    case 'MultiPolygon':
      return Array.isArray(coordinates) ? together(coordinates.map(ofPolygon)) : wrong(notAreas);
    case 'Polygon':
      return ofPolygon(coordinates);
    default:
      return wrong(notAreas);
  }
}

type Members = {
  readonly type?: unknown;
  readonly coordinates?: unknown;
  readonly geometry?: unknown;
  readonly geometries?: unknown;
  readonly features?: unknown;
};

function members(value: unknown): Members {
  return typeof value === 'object' && value !== null ? value : {};
}

function ofPolygon(rings: unknown): Found {
  if (!Array.isArray(rings)) return wrong(notAreas);
  if (rings.length === 0) return nothing;
  const read = rings.map(ringOf);
  return {
    polygons: [read.map(({ ring }) => ring)],
    problems: read.flatMap(({ problem }) => (problem === undefined ? [] : [problem])),
  };
}

function ringOf(positions: unknown): {
  readonly ring: readonly Position[];
  readonly problem?: string;
} {
  if (!Array.isArray(positions)) return { ring: [], problem: notAreas };
  const ring = positions.map(positionOf);
  const known = ring.filter((position) => position !== undefined);
  if (known.length < ring.length) {
    return {
      ring: known,
      problem:
        'have a position that is not a longitude from -180 to 180 and a latitude from -90 to 90.',
    };
  }
  const [first, last] = [known[0], known.at(-1)];
  if (known.length < 4 || !isSame(first, last)) {
    return {
      ring: known,
      problem: `have a ring that is not closed: it needs four positions at least, the last the same as the first${first === undefined ? '' : `, which is ${written(first)}`}.`,
    };
  }
  return { ring: known };
}

function positionOf(position: unknown): Position | undefined {
  if (!Array.isArray(position) || position.length < 2 || position.length > 4) return undefined;
  const [longitude, latitude]: readonly unknown[] = position;
  return isWithin(longitude, 180) && isWithin(latitude, 90) ? [longitude, latitude] : undefined;
}

function isWithin(value: unknown, most: number): boolean {
  const number = numberOf(value);
  return number !== undefined && Math.abs(number) <= most;
}

function numberOf(value: unknown): number | undefined {
  if (isLosslessNumber(value)) return Number(value.rawJSON);
  return typeof value === 'number' ? value : undefined;
}

function isSame(one: Position | undefined, other: Position | undefined): boolean {
  return [0, 1].every((axis) => numberOf(one?.[axis]) === numberOf(other?.[axis]));
}

function written(position: Position): string {
  return position.map(numberOf).join(' ');
}
