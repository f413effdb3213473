import type { DataApi } from '../../../../../lib/data-api/client.ts';
import { datatypeOf } from '../../../../../lib/model/datatypes/registry.ts';
import {
  isObject,
  parseJsonOrUndefined,
} from '../../../../../lib/model/datatypes/values/json-values.ts';
import { parseExtendedWellKnownText } from '../../../../../lib/rdf/parse-well-known-text.ts';
import { InvalidWellKnownTextError } from '../../../../../lib/rdf/well-known-text-tokens.ts';
import { wgs84 } from '../mapping/read-srid.ts';
import { transformGeometries, type DegreesResult } from '../places/transform-geometries.ts';
import type { CellPart, GeometryPart, TextPart } from './cell-part.ts';

type Parts = readonly (readonly CellPart[])[];

/** Replaces geometries, and texts of geometries in other systems than WGS 84, by GeoJSON in degrees, and all other texts by themselves. */
export async function placeTexts<Strip extends { readonly parts: Parts }>(
  strips: readonly Strip[],
  database: Pick<DataApi, 'read'>,
): Promise<readonly Strip[]> {
  const read = strips.map((strip) => ({
    ...strip,
    parts: strip.parts.map((ofRow) => ofRow.map(readGeometry)),
  }));
  const geometries = read.flatMap(({ parts }) => parts.flat().filter(isGeometry));
  const results = await transformGeometries(database, geometries);
  const placed = new Map<CellPart, DegreesResult>(
    geometries.map((geometry, index): [CellPart, DegreesResult] => [
      geometry,
      results[index] ?? geometry,
    ]),
  );
  return read.map((strip) => ({
    ...strip,
    parts: strip.parts.map((ofRow) => ofRow.map((part) => toText(part, placed.get(part)))),
  }));
}

function toText(part: CellPart, placed: DegreesResult | undefined): CellPart {
  if (placed === undefined) return part;
  return placed.kind === 'geometry' ? JSON.stringify(placed.geometry) : placed;
}

const isGeometry = (part: CellPart): part is GeometryPart =>
  typeof part !== 'string' && part.kind === 'geometry';

function readGeometry(part: CellPart): CellPart {
  if (typeof part === 'string' || part.kind !== 'text') return part;
  const isGeometryText = datatypeOf(part.node.datatype).holds === 'geometry' && part.text !== '';
  return isGeometryText ? readGeometryText(part) : part.text;
}

/** Reads the text of a geometry that is not in WGS 84. Any other text stays, and is read, or refused, as in CSV. */
function readGeometryText({ text, srid: defaultSrid }: TextPart): CellPart {
  if (/^\s*\{/.test(text)) {
    const json = parseJsonOrUndefined(text)?.value;
    return defaultSrid === wgs84 || !isObject(json) || !('coordinates' in json)
      ? text
      : { kind: 'geometry', geometry: json, srid: defaultSrid };
  }
  try {
    const { srid = defaultSrid, geometry } = parseExtendedWellKnownText(text);
    return srid === wgs84 ? text : { kind: 'geometry', geometry: { ...geometry }, srid };
  } catch (error) {
    if (error instanceof InvalidWellKnownTextError) return text;
    throw error;
  }
}
