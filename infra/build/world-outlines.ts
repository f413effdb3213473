import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import type { Position } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

type World = Topology<{
  readonly land: GeometryCollection;
  readonly countries: GeometryCollection;
}>;

const resolve = createRequire(import.meta.url).resolve;

/**
 * Creates a GeoJSON of the land of the world and the borders of its countries (Natural Earth, public domain).
 * @param scale 110 for 1:110,000,000, to show the whole world on a screen; 50 for 1:50,000,000, to show a country
 */
export async function createWorldOutlines(scale: 110 | 50): Promise<string> {
  const file = resolve(`world-atlas/countries-${scale}m.json`);
  const world: World = JSON.parse(await readFile(file, 'utf8'));
  const borders = mesh(world, world.objects.countries, (a, b) => a !== b);
  const polygons = feature(world, world.objects.land).features.flatMap(({ geometry }) =>
    geometry.type === 'MultiPolygon' ? geometry.coordinates : [],
  );
  return JSON.stringify({
    type: 'GeometryCollection',
    geometries: [
      { type: 'MultiPolygon', coordinates: polygons.map((rings) => rings.map(closeRing)) },
      { type: 'MultiLineString', coordinates: borders.coordinates.map(unwrapLine) },
    ],
  });
}

/** Rounds to a hundredth of a degree, about a kilometre, which is more precise than the outlines. */
const round = (degrees: number): number => Math.round(degrees * 100) / 100;

/** Lets a line continue beyond the 180th meridian: longitudes there jump from 180 to -180 in the source. */
function unwrapLine(line: readonly Position[]): readonly Position[] {
  let shift = 0;
  return line.map(([longitude = 0, latitude = 0], index) => {
    const [previousLongitude = longitude] = line[index - 1] ?? [];
    if (longitude - previousLongitude > 180) shift -= 360;
    if (longitude - previousLongitude < -180) shift += 360;
    return [round(longitude + shift), round(latitude)];
  });
}

/** Closes the ring of Antarctica, which goes once around the world, along the South Pole. Other rings do not change. */
function closeRing(ring: readonly Position[]): readonly Position[] {
  const line = unwrapLine(ring);
  const [first, last] = [line[0], line.at(-1)];
  if (first === undefined || last === undefined || first[0] === last[0]) return line;
  return [...line, [last[0] ?? 0, -90], [first[0] ?? 0, -90], first];
}
