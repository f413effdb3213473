/** The types of geometries (RFC 7946, section 1.4). */
export const geometryTypes = [
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
  'Polygon',
  'MultiPolygon',
  'GeometryCollection',
] as const;

/** The type of a geometry. */
export type GeometryType = (typeof geometryTypes)[number];
