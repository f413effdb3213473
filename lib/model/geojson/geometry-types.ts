/** The geometry types (RFC 7946, section 1.4). */
export const geometryTypes = [
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
  'Polygon',
  'MultiPolygon',
  'GeometryCollection',
] as const;

export type GeometryType = (typeof geometryTypes)[number];
