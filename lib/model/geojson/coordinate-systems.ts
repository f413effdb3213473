/**
 * How positions are written: CRS84 in degrees, longitude first (as stored); EPSG:4326 in degrees, latitude first;
 * EPSG:3857 in metres of Web Mercator, east first.
 */
export type CoordinateSystem = 'CRS84' | 'EPSG:4326' | 'EPSG:3857';

/** The radius of the Web Mercator sphere in metres (EPSG method 1024: the semi-major axis of WGS 84). */
const sphereRadius = 6_378_137;

const radiansPerDegree = Math.PI / 180;

/** Converts a longitude in degrees into metres. */
export function metresEast(longitude: number): number {
  return sphereRadius * longitude * radiansPerDegree;
}

/**
 * Converts a latitude in degrees into metres: about 242,500 km at the poles, which Web Mercator cannot show.
 * @param latitude from -90 to 90
 */
export function metresNorth(latitude: number): number {
  return sphereRadius * Math.asinh(Math.tan(latitude * radiansPerDegree));
}

/** Converts metres into a longitude in degrees. */
export function longitudeOf(east: number): number {
  return east / sphereRadius / radiansPerDegree;
}

/** Converts metres into a latitude in degrees. */
export function latitudeOf(north: number): number {
  return Math.atan(Math.sinh(north / sphereRadius)) / radiansPerDegree;
}

/** The first two numbers of a position, which can also have a height. */
const positionPattern = /\[\s*([^\s,[\]"]+)\s*,\s*([^\s,[\]"]+)/g;

/**
 * Transforms coordinates into another coordinate system. Degrees keep their digits; metres are written as 64-bit
 * numbers. Heights stay unchanged.
 * @rule GeoJSON and OGC API Features: Which coordinate systems are there?
 * @param coordinates JSON string of positions at any depth, longitude first
 * @returns null if a latitude is beyond the poles
 */
export function transformCoordinates(coordinates: string, crs: CoordinateSystem): string | null {
  if (crs === 'CRS84') return coordinates;
  if (crs === 'EPSG:4326') {
    return coordinates.replaceAll(positionPattern, (_, x: string, y: string) => `[${y},${x}`);
  }
  let isInRange = true;
  const metres = coordinates.replaceAll(positionPattern, (_, x: string, y: string) => {
    const [east, north] = [metresEast(Number(x)), metresNorth(Number(y))];
    isInRange &&= Math.abs(Number(y)) <= 90 && Number.isFinite(east);
    return `[${east},${north}`;
  });
  return isInRange ? metres : null;
}
