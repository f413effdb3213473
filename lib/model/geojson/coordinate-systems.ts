/**
 * How the positions of an answer are written: CRS84 in degrees, longitude first (as stored); EPSG:4326 in degrees, latitude first;
 * EPSG:3857 in metres of Web Mercator, east first.
 */
export type CoordinateSystem = 'CRS84' | 'EPSG:4326' | 'EPSG:3857';

/** The radius of the sphere of Web Mercator, in metres (EPSG method 1024: the semi-major axis of WGS 84). */
const radius = 6_378_137;

const degree = Math.PI / 180;

/** Metres to the east. @param longitude in degrees */
export function metresEast(longitude: number): number {
  return radius * longitude * degree;
}

/** Metres to the north; about 242,500 km at the poles, which Web Mercator cannot show. @param latitude from -90 to 90 degrees */
export function metresNorth(latitude: number): number {
  return radius * Math.asinh(Math.tan(latitude * degree));
}

/** Degrees of longitude. @param east in metres */
export function longitudeOf(east: number): number {
  return east / radius / degree;
}

/** Degrees of latitude. @param north in metres */
export function latitudeOf(north: number): number {
  return Math.atan(Math.sinh(north / radius)) / degree;
}

/** A position: its first two numbers, and what follows them, such as a height. */
const position = /\[\s*([^\s,[\]"]+)\s*,\s*([^\s,[\]"]+)/g;

/**
 * Coordinates in another coordinate system. Degrees change their places, never their digits; metres are the shortest text of a number of 64 bits.
 * Heights stay as they are.
 * @param coordinates JSON text of a position, or of lists of them, longitude first
 * @returns null where a latitude is beyond the poles, which no metres stand for
 */
export function transformCoordinates(coordinates: string, crs: CoordinateSystem): string | null {
  if (crs === 'CRS84') return coordinates;
  if (crs === 'EPSG:4326') {
    return coordinates.replaceAll(position, (_, x: string, y: string) => `[${y},${x}`);
  }
  let isOnEarth = true;
  const metres = coordinates.replaceAll(position, (_, x: string, y: string) => {
    const [east, north] = [metresEast(Number(x)), metresNorth(Number(y))];
    isOnEarth &&= Math.abs(Number(y)) <= 90 && Number.isFinite(east);
    return `[${east},${north}`;
  });
  return isOnEarth ? metres : null;
}
