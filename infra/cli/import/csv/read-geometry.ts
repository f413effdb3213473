import { isObject } from '../../../../lib/model/datatypes/values/json-values.ts';
import { deriveNameUuid } from '../../../../lib/model/name-uuid.ts';
import { parseGeometryInDegrees } from '../../../../lib/writing/tiles/well-known-geometries.ts';

/** The value of a geometry node, or the reason why a cell cannot be read. */
type GeometryResult = { readonly value: unknown } | { readonly message: string };

/**
 * Reads well-known text as the value of a geometry node. A reference system may stand before it (`SRID=4326;`).
 * @param resourceId the ids of features are derived from it and the text, so that a repeated import changes nothing
 */
export function readWellKnownGeometry(text: string, resourceId: string): GeometryResult {
  const result = parseGeometryInDegrees(text);
  return result.kind === 'geometry'
    ? { value: toCollection(result.geometry, text, resourceId) }
    : { message: result.messages.join(' ') };
}

/**
 * Converts GeoJSON (RFC 7946) to the value of a geometry node: a geometry, a feature or a FeatureCollection. Other values stay unchanged.
 * @param text the GeoJSON as text
 * @param resourceId as for `readWellKnownGeometry`
 */
export function toFeatureCollection(json: unknown, text: string, resourceId: string): unknown {
  if (!isObject(json) || json['type'] === 'FeatureCollection') return json;
  if (json['type'] !== 'Feature') return toCollection(json, text, resourceId);
  const feature = { ...json, id: json['id'] ?? deriveFeatureId(0, text, resourceId) };
  return { type: 'FeatureCollection', features: [feature] };
}

function toCollection(geometry: unknown, text: string, resourceId: string): unknown {
  const features = splitCollection(geometry).map((part, index) => ({
    type: 'Feature',
    id: deriveFeatureId(index, text, resourceId),
    geometry: part,
    properties: {},
  }));
  return { type: 'FeatureCollection', features };
}

function deriveFeatureId(index: number, text: string, resourceId: string): string {
  return deriveNameUuid(resourceId, `feature ${index} ${text}`);
}

/** Splits a collection into its geometries: each becomes a feature, as in JSON of the same records. */
function splitCollection(geometry: unknown): readonly unknown[] {
  if (!isObject(geometry) || geometry['type'] !== 'GeometryCollection') return [geometry];
  const geometries = geometry['geometries'];
  return Array.isArray(geometries) ? geometries.flatMap(splitCollection) : [geometry];
}
