import { parseLossless } from '../json/lossless-json.ts';
import { InvalidWellKnownTextError, WellKnownTextTokens } from './well-known-text-tokens.ts';

/** A GeoJSON geometry (RFC 7946, section 3.1) as it comes of well-known text: every digit of its coordinates is kept. */
export type ReadGeometry =
  | { readonly type: string; readonly coordinates: readonly unknown[] }
  | { readonly type: 'GeometryCollection'; readonly geometries: readonly ReadGeometry[] };

type Read = (tokens: WellKnownTextTokens) => readonly unknown[];

/** How deep collections may stand in one another: far deeper than any true geometry. */
const deepest = 32;

/** Longitude and latitude, and the height if there is one. */
const position: Read = (tokens) => {
  const numbers: unknown[] = [];
  while (tokens.isAtNumber()) numbers.push(numberOf(tokens.take()));
  if (numbers.length < 2 || numbers.length > 3) throw tokens.expected('two or three numbers');
  return numbers;
};

function numberOf(written: string): unknown {
  const isJson = /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i.test(written);
  return isJson ? parseLossless(written.toLowerCase()) : Number(written);
}

function inBrackets(read: Read): Read {
  return (tokens) => {
    if (tokens.skip('EMPTY')) return [];
    tokens.need('(');
    const found = read(tokens);
    tokens.need(')');
    return found;
  };
}

function oneOrMore<Item>(
  read: (tokens: WellKnownTextTokens) => Item,
): (tokens: WellKnownTextTokens) => readonly Item[] {
  return (tokens) => {
    const items = [read(tokens)];
    while (tokens.skip(',')) items.push(read(tokens));
    return items;
  };
}

const point = inBrackets(position);
const line = inBrackets(oneOrMore(position));
const polygon = inBrackets(oneOrMore(line));
/** The points of older texts stand without brackets of their own. */
const pointOrPosition: Read = (tokens) => (tokens.isAtNumber() ? position(tokens) : point(tokens));

const readers: ReadonlyMap<string, { readonly type: string; readonly read: Read }> = new Map([
  ['POINT', { type: 'Point', read: point }],
  ['MULTIPOINT', { type: 'MultiPoint', read: inBrackets(oneOrMore(pointOrPosition)) }],
  ['LINESTRING', { type: 'LineString', read: line }],
  ['MULTILINESTRING', { type: 'MultiLineString', read: inBrackets(oneOrMore(line)) }],
  ['POLYGON', { type: 'Polygon', read: polygon }],
  ['MULTIPOLYGON', { type: 'MultiPolygon', read: inBrackets(oneOrMore(polygon)) }],
]);

function geometry(tokens: WellKnownTextTokens, depth: number): ReadGeometry {
  const name = tokens.take().toUpperCase().replace(/Z$/, '');
  tokens.skip('Z');
  if (name === 'GEOMETRYCOLLECTION') return collection(tokens, depth + 1);
  const reader = readers.get(name);
  if (reader === undefined) throw tokens.expected('the name of a geometry type of GeoJSON');
  return { type: reader.type, coordinates: reader.read(tokens) };
}

function collection(tokens: WellKnownTextTokens, depth: number): ReadGeometry {
  if (depth > deepest) throw tokens.expected('fewer collections within collections');
  if (tokens.skip('EMPTY')) return { type: 'GeometryCollection', geometries: [] };
  tokens.need('(');
  const geometries = oneOrMore((inner) => geometry(inner, depth))(tokens);
  tokens.need(')');
  return { type: 'GeometryCollection', geometries };
}

/** The reference system of GeoJSON, and of well-known text that names none (GeoSPARQL 1.1, section 8.5.1). */
const crs84 = /^\s*<https?:\/\/www\.opengis\.net\/def\/crs\/OGC\/1\.3\/CRS84>/i;

/**
 * Reads a `geo:wktLiteral` (GeoSPARQL 1.1, section 8.5.1) as a GeoJSON geometry.
 * @param text well-known text (OGC 06-103r4, section 7), longitude first, with or without heights
 * @throws InvalidWellKnownTextError where it is none, holds measures or curves, or names a reference system other than CRS84
 */
export function readWellKnownText(text: string): ReadGeometry {
  const plain = text.replace(crs84, '');
  if (/^\s*</.test(plain)) {
    throw new InvalidWellKnownTextError('coordinates in CRS84, longitude first', 0);
  }
  const tokens = new WellKnownTextTokens(plain);
  const found = geometry(tokens, 0);
  tokens.needEnd();
  return found;
}
