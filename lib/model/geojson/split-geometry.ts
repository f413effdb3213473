import type { ParsedGeometry } from '../../rdf/parse-well-known-text.ts';

/** A Point, LineString or Polygon (RFC 7946, section 3.1). */
export type SingleGeometry = { readonly type: string; readonly coordinates: readonly unknown[] };

const partTypes: ReadonlyMap<string, string> = new Map([
  ['MultiPoint', 'Point'],
  ['MultiLineString', 'LineString'],
  ['MultiPolygon', 'Polygon'],
]);

/** Splits a geometry into its parts, including those of nested collections. Empty geometries have no parts. */
export function splitGeometry(geometry: ParsedGeometry): readonly SingleGeometry[] {
  if ('geometries' in geometry) return geometry.geometries.flatMap(splitGeometry);
  const { type, coordinates } = geometry;
  const partType = partTypes.get(type);
  if (partType === undefined) return coordinates.length === 0 ? [] : [{ type, coordinates }];
  return coordinates
    .filter((part) => Array.isArray(part))
    .flatMap((part) => splitGeometry({ type: partType, coordinates: part }));
}
