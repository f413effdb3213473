import type { ParsedGeometry } from '../../rdf/parse-well-known-text.ts';

/** A geometry of one part (RFC 7946, section 3.1): a Point, a LineString or a Polygon. */
export type SingleGeometry = { readonly type: string; readonly coordinates: readonly unknown[] };

const partOf: ReadonlyMap<string, string> = new Map([
  ['MultiPoint', 'Point'],
  ['MultiLineString', 'LineString'],
  ['MultiPolygon', 'Polygon'],
]);

/** The parts of a geometry, at any depth of its collections. What is empty has none. */
export function splitGeometry(geometry: ParsedGeometry): readonly SingleGeometry[] {
  if ('geometries' in geometry) return geometry.geometries.flatMap(splitGeometry);
  const { type, coordinates } = geometry;
  const part = partOf.get(type);
  if (part === undefined) return coordinates.length === 0 ? [] : [{ type, coordinates }];
  return coordinates
    .filter((one) => Array.isArray(one))
    .flatMap((one) => splitGeometry({ type: part, coordinates: one }));
}
