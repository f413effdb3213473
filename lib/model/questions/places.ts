import { parseGridReference } from '../places/grid-reference.ts';
import type { BoundingBox } from '../geojson/feature-query.ts';
import type { Place } from './question.ts';

/** A place of geometries in degrees, which other geometries must reach. */
export function placeOfGeometries(geometries: readonly object[], metres = 0): Place {
  return {
    area: {
      kind: 'geometries',
      geometries: geometries.map((geometry) => JSON.stringify(geometry)),
    },
    metres,
    relation: 'intersects',
  };
}

/** The place of a box, which has two parts if it crosses the antimeridian. */
export function placeOfBox({ west, south, east, north }: BoundingBox): Place {
  const polygon = (from: number, to: number): object => ({
    type: 'Polygon',
    coordinates: [
      [
        [from, south],
        [to, south],
        [to, north],
        [from, north],
        [from, south],
      ],
    ],
  });
  return placeOfGeometries(
    west > east ? [polygon(west, 180), polygon(-180, east)] : [polygon(west, east)],
  );
}

/**
 * The place within some metres of the centre of the square that a grid reference means.
 * @param texts a reference of the British National Grid or the Military Grid Reference System, and metres as a decimal text
 * @returns undefined if they are none
 */
export function placeNearGridSquare(texts: readonly string[]): Place | undefined {
  const [reference = '', metres = '', ...others] = texts;
  const square = others.length === 0 ? parseGridReference(reference) : undefined;
  return square && placeNear([String(square.longitude), String(square.latitude), metres]);
}

/** The largest distance: half of the way around the earth. */
const maxMetres = 20_037_508;

/**
 * The place within some metres of a point.
 * @param numbers longitude, latitude and metres as decimal texts
 * @returns undefined if they are none
 */
export function placeNear(numbers: readonly string[]): Place | undefined {
  const [longitude = NaN, latitude = NaN, metres = NaN] = numbers.map((text) =>
    text.trim() === '' ? NaN : Number(text),
  );
  const isPlace =
    numbers.length === 3 &&
    Math.abs(longitude) <= 180 &&
    Math.abs(latitude) <= 90 &&
    metres >= 0 &&
    metres <= maxMetres;
  return isPlace
    ? placeOfGeometries([{ type: 'Point', coordinates: [longitude, latitude] }], metres)
    : undefined;
}
