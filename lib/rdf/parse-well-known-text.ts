import { parseLossless } from '../json/lossless-json.ts';
import { InvalidWellKnownTextError, WellKnownTextTokens } from './well-known-text-tokens.ts';

/** A GeoJSON geometry (RFC 7946, section 3.1) parsed from well-known text, with every digit of its coordinates. */
export type ParsedGeometry =
  | { readonly type: string; readonly coordinates: readonly unknown[] }
  | { readonly type: 'GeometryCollection'; readonly geometries: readonly ParsedGeometry[] };

/** Whether positions have heights (Z), measures (M) or both. Without a tag the third number is a height. */
type Tag = '' | 'Z' | 'M' | 'ZM';

const tags = ['ZM', 'Z', 'M'] as const;

type CoordinateParser = (tokens: WellKnownTextTokens, tag: Tag) => readonly unknown[];

/** The maximum nesting of collections, far more than real geometries have. */
const maxDepth = 32;

const numberLimits: Readonly<
  Record<Tag, readonly [min: number, max: number, description: string]>
> = {
  '': [2, 4, 'two to four numbers'],
  Z: [3, 3, 'three numbers'],
  M: [3, 3, 'three numbers'],
  ZM: [4, 4, 'four numbers'],
};

/** Longitude and latitude, and the height if there is one. A measure is left out, because GeoJSON cannot express it. */
const parsePosition: CoordinateParser = (tokens, tag) => {
  const numbers: unknown[] = [];
  // An unknown height or measure is written as `nan`.
  while (tokens.isAtNumber() || (numbers.length >= 2 && tokens.peek() === 'NAN')) {
    numbers.push(parseNumber(tokens.next()));
  }
  const [min, max, description] = numberLimits[tag];
  if (numbers.length < min || numbers.length > max) throw tokens.errorExpecting(description);
  const [longitude, latitude, height] = numbers;
  const hasHeight = tag !== 'M' && height !== undefined && !Number.isNaN(height);
  return hasHeight ? [longitude, latitude, height] : [longitude, latitude];
};

function parseNumber(token: string): unknown {
  const isJson = /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i.test(token);
  return isJson ? parseLossless(token.toLowerCase()) : Number(token);
}

function inBrackets(parse: CoordinateParser): CoordinateParser {
  return (tokens, tag) => {
    if (tokens.accept('EMPTY')) return [];
    tokens.expect('(');
    const coordinates = parse(tokens, tag);
    tokens.expect(')');
    return coordinates;
  };
}

function oneOrMore(parse: CoordinateParser): CoordinateParser {
  return (tokens, tag) => {
    const items = [parse(tokens, tag)];
    while (tokens.accept(',')) items.push(parse(tokens, tag));
    return items;
  };
}

const parsePoint = inBrackets(parsePosition);
const parseLine = inBrackets(oneOrMore(parsePosition));
const parsePolygon = inBrackets(oneOrMore(parseLine));
/** In older texts the points of a MultiPoint have no brackets of their own. */
const parsePointOrPosition: CoordinateParser = (tokens, tag) =>
  tokens.isAtNumber() ? parsePosition(tokens, tag) : parsePoint(tokens, tag);

const parsers: ReadonlyMap<string, { readonly type: string; readonly parse: CoordinateParser }> =
  new Map([
    ['POINT', { type: 'Point', parse: parsePoint }],
    ['MULTIPOINT', { type: 'MultiPoint', parse: inBrackets(oneOrMore(parsePointOrPosition)) }],
    ['LINESTRING', { type: 'LineString', parse: parseLine }],
    ['MULTILINESTRING', { type: 'MultiLineString', parse: inBrackets(oneOrMore(parseLine)) }],
    ['POLYGON', { type: 'Polygon', parse: parsePolygon }],
    ['MULTIPOLYGON', { type: 'MultiPolygon', parse: inBrackets(oneOrMore(parsePolygon)) }],
  ]);

/** The types with curves, which GeoJSON does not have. */
const curvedTypes =
  /^(CIRCULARSTRING|COMPOUNDCURVE|CURVEPOLYGON|MULTICURVE|MULTISURFACE|CURVE|SURFACE)(Z|M|ZM)?$/;

function parseGeometry(tokens: WellKnownTextTokens, depth: number): ParsedGeometry {
  const word = tokens.peek();
  if (curvedTypes.test(word)) {
    throw tokens.errorExpecting(
      `straight lines in place of ${word}: turn curves into straight segments before you send them`,
    );
  }
  const attachedTag = tags.find((ending) => word.endsWith(ending)) ?? '';
  const name = word.slice(0, word.length - attachedTag.length);
  const parser = parsers.get(name);
  if (parser === undefined && name !== 'GEOMETRYCOLLECTION') {
    throw tokens.errorExpecting(word === '' ? 'more' : 'the name of a geometry type of GeoJSON');
  }
  tokens.next();
  const tag = tags.find((separateTag) => tokens.accept(separateTag)) ?? attachedTag;
  if (parser === undefined) return parseCollection(tokens, depth + 1);
  return { type: parser.type, coordinates: parser.parse(tokens, tag) };
}

/** A member may be missing, as in `(POINT (1 2),,POINT (3 4))`, because GIS clients write a feature without a geometry like this. */
function parseCollection(tokens: WellKnownTextTokens, depth: number): ParsedGeometry {
  if (depth > maxDepth) throw tokens.errorExpecting('fewer collections within collections');
  const geometries: ParsedGeometry[] = [];
  if (tokens.accept('EMPTY')) return { type: 'GeometryCollection', geometries };
  tokens.expect('(');
  do {
    if (tokens.peek() !== ',' && tokens.peek() !== ')')
      geometries.push(parseGeometry(tokens, depth));
  } while (tokens.accept(','));
  tokens.expect(')');
  return { type: 'GeometryCollection', geometries };
}

/** The reference system of GeoJSON, and of well-known text that names none (GeoSPARQL 1.1, section 8.5.1). */
const crs84 = /^\s*<https?:\/\/www\.opengis\.net\/def\/crs\/OGC\/1\.3\/CRS84>/i;

/** Replaces the beginning of a text with spaces, so that the positions in error messages stay correct. */
function blankOut(text: string, beginning: RegExp): string {
  return text.replace(beginning, ({ length }) => ' '.repeat(length));
}

/**
 * Parses a `geo:wktLiteral` (GeoSPARQL 1.1, section 8.5.1) as a GeoJSON geometry.
 * @param text well-known text (OGC 06-103r4, section 7), longitude first, with or without heights; measures are left out
 * @throws InvalidWellKnownTextError if the text is invalid, has curves, or names a reference system other than CRS84
 */
export function parseWellKnownText(text: string): ParsedGeometry {
  const textWithoutCrs = blankOut(text, crs84);
  if (/^\s*</.test(textWithoutCrs)) {
    throw new InvalidWellKnownTextError('coordinates in CRS84, longitude first', 0);
  }
  const tokens = new WellKnownTextTokens(textWithoutCrs);
  const geometry = parseGeometry(tokens, 0);
  tokens.expectEnd();
  return geometry;
}

const sridPrefix = /^\s*SRID\s*=\s*(\d+)\s*;/i;

/**
 * Parses well-known text that can begin with the number of its reference system, as PostGIS writes it (EWKT): `SRID=4326;POINT (1 2)`.
 * @returns the geometry in the coordinates of that system; `srid` is undefined if the text names none
 * @throws InvalidWellKnownTextError like parseWellKnownText
 */
export function parseExtendedWellKnownText(text: string): {
  readonly srid: number | undefined;
  readonly geometry: ParsedGeometry;
} {
  const srid = sridPrefix.exec(text)?.[1];
  return {
    srid: srid === undefined ? undefined : Number(srid),
    geometry: parseWellKnownText(blankOut(text, sridPrefix)),
  };
}
