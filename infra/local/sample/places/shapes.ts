import type { LineString, Point, Polygon, Position } from 'geojson';

import type { Extent } from './place.ts';

/** The middle of a place, within a few hundred metres. */
export function centre(longitude: number, latitude: number): Extent {
  return { kind: 'centre', shapes: [point(longitude, latitude)] };
}

/** A simplified outline; the ring is closed here. */
export function outline(...corners: readonly Position[]): Extent {
  return { kind: 'outline', shapes: [polygon(corners)] };
}

/** A simplified course, from one end to the other. */
export function course(...vertices: readonly Position[]): Extent {
  return { kind: 'course', shapes: [line(vertices)] };
}

export function point(longitude: number, latitude: number): Point {
  return { type: 'Point', coordinates: [longitude, latitude] };
}

export function line(vertices: readonly Position[]): LineString {
  return { type: 'LineString', coordinates: [...vertices] };
}

export function polygon(corners: readonly Position[]): Polygon {
  return { type: 'Polygon', coordinates: [closedRing(corners)] };
}

/**
 * A square whose sides run with the meridians and parallels, as the bases of many pyramids do.
 * @param side length of a side, metres
 * @returns the closed ring, counter-clockwise
 */
export function squareRing(longitude: number, latitude: number, side: number): Position[] {
  const north = side / 2 / 111_320;
  const east = north / Math.cos((latitude * Math.PI) / 180);
  return closedRing([
    [rounded(longitude - east), rounded(latitude - north)],
    [rounded(longitude + east), rounded(latitude - north)],
    [rounded(longitude + east), rounded(latitude + north)],
    [rounded(longitude - east), rounded(latitude + north)],
  ]);
}

function closedRing(corners: readonly Position[]): Position[] {
  return [...corners, ...corners.slice(0, 1)];
}

function rounded(degrees: number): number {
  return Number(degrees.toFixed(5));
}
