import type { Bounds } from '../../../../../lib/model/tables/flat-geometry.ts';

/** The areas of use of national and European systems, in degrees (EPSG Dataset). West, south, east, north. */
const areas: ReadonlyMap<number, Bounds> = new Map<number, Bounds>([
  // Britain, Ireland
  [27700, [-9.01, 49.75, 2.01, 61.01]],
  [2157, [-10.56, 51.39, -5.34, 55.43]],
  [29902, [-10.56, 51.39, -5.34, 55.43]],
  [29903, [-10.56, 51.39, -5.34, 55.43]],
  // France, Belgium, Luxembourg, the Netherlands, Switzerland
  [2154, [-9.86, 41.15, 10.38, 51.56]],
  [27572, [-4.87, 42.33, 8.23, 51.14]],
  [31370, [2.5, 49.5, 6.4, 51.51]],
  [3812, [2.5, 49.5, 6.4, 51.51]],
  [2169, [5.73, 49.44, 6.53, 50.19]],
  [28992, [3.2, 50.75, 7.22, 53.7]],
  [2056, [5.96, 45.82, 10.49, 47.81]],
  [21781, [5.96, 45.82, 10.49, 47.81]],
  // Germany, Austria, Italy
  [31466, [5.86, 49.11, 7.5, 53.81]],
  [31467, [7.5, 47.27, 10.51, 55.09]],
  [31468, [10.5, 47.39, 13.51, 54.74]],
  [31469, [13.5, 50.62, 15.04, 54.72]],
  [31287, [9.53, 46.4, 17.17, 49.02]],
  [3003, [5.94, 36.53, 12, 47.04]],
  [3004, [12, 34.76, 18.99, 47.1]],
  // The Nordic countries, Poland, Czechia, the Baltic states
  [3006, [10.03, 54.96, 24.17, 69.07]],
  [3067, [19.08, 58.84, 31.59, 70.09]],
  [2180, [14.14, 49, 24.15, 55.93]],
  [5514, [12.09, 47.73, 22.56, 51.06]],
  [3301, [20.37, 57.52, 28.2, 60]],
  // Europe as a whole, New Zealand
  [3035, [-35.58, 24.6, 44.83, 84.73]],
  [2193, [166.37, -47.33, 178.63, -34.1]],
]);

const world: Bounds = [-180, -90, 180, 90];

/** How far beyond its zone of six degrees a position of UTM may be: maps of a country often use one zone. */
const utmMargin = 6;

/**
 * Returns the area in which the positions of a reference system are. Of systems that are not known here, it is the world.
 * @param srid the number of the system (EPSG)
 */
export const areaOfUse = (srid: number): Bounds => areas.get(srid) ?? utmArea(srid) ?? world;

/** The area of a zone of UTM: of WGS 84 (326xx, 327xx), or of ETRS89 (258xx). */
function utmArea(srid: number): Bounds | undefined {
  const zone = srid % 100;
  const series = Math.floor(srid / 100);
  if (zone < 1 || zone > 60 || ![258, 326, 327].includes(series)) return undefined;
  const west = zone * 6 - 186;
  return [
    west - utmMargin,
    series === 327 ? -80 : 0,
    west + 6 + utmMargin,
    series === 327 ? 0 : 84,
  ];
}

/** Whether a position is in an area. */
export const isWithin = (
  [x, y]: readonly [number, number],
  [west, south, east, north]: Bounds,
): boolean => x >= west && x <= east && y >= south && y <= north;
