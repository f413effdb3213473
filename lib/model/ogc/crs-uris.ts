import type { CoordinateSystem } from '../geojson/coordinate-systems.ts';

/** The URIs of coordinate reference systems (OGC API Features part 2, section 6.2). */
const uris: Readonly<Record<CoordinateSystem, string>> = {
  CRS84: 'http://www.opengis.net/def/crs/OGC/1.3/CRS84',
  'EPSG:4326': 'http://www.opengis.net/def/crs/EPSG/0/4326',
  'EPSG:3857': 'http://www.opengis.net/def/crs/EPSG/0/3857',
};

const systems: readonly CoordinateSystem[] = ['CRS84', 'EPSG:4326', 'EPSG:3857'];

/** The URIs of all supported coordinate systems, the default first. */
export const crsUris: readonly string[] = systems.map(crsUri);

/** Returns the URI of a coordinate system. */
export function crsUri(crs: CoordinateSystem): string {
  return uris[crs];
}

/**
 * Parses the URI of a coordinate system; undefined if it is not supported.
 * @rule GeoJSON and OGC API Features: Which coordinate systems are there?
 */
export function parseCrsUri(uri: string): CoordinateSystem | undefined {
  return systems.find((crs) => uris[crs] === uri);
}
