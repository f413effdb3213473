import type { CoordinateSystem } from '../geojson/coordinate-systems.ts';

/** The URIs of coordinate reference systems (OGC API Features part 2, section 6.2), the default first. */
const uris: Readonly<Record<CoordinateSystem, string>> = {
  CRS84: 'http://www.opengis.net/def/crs/OGC/1.3/CRS84',
  'EPSG:4326': 'http://www.opengis.net/def/crs/EPSG/0/4326',
  'EPSG:3857': 'http://www.opengis.net/def/crs/EPSG/0/3857',
};

const systems: readonly CoordinateSystem[] = ['CRS84', 'EPSG:4326', 'EPSG:3857'];

/** The URIs of all coordinate systems in which features are given, the default first. */
export const crsUris: readonly string[] = systems.map(crsUri);

/** The URI of a coordinate system. */
export function crsUri(crs: CoordinateSystem): string {
  return uris[crs];
}

/** The coordinate system of a URI; undefined where features are not given in it. */
export function parseCrsUri(uri: string): CoordinateSystem | undefined {
  return systems.find((crs) => uris[crs] === uri);
}
