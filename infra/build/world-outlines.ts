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
 * The land of the world, and the borders of its countries, as GeoJSON (Natural Earth, public domain).
 * @param scale millions to one: 110 for the whole world on a screen, 50 for a country
 */
export async function worldOutlines(scale: 110 | 50): Promise<string> {
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

/** A hundredth of a degree, about a kilometre, is more precise than the outlines. */
const round = (degrees: number): number => Math.round(degrees * 100) / 100;

/** Lets a line continue beyond the 180th meridian, where its longitudes jump in the source. */
function unwrapLine(line: readonly Position[]): readonly Position[] {
  let turn = 0;
  return line.map(([longitude = 0, latitude = 0], index) => {
    const [before = longitude] = line[index - 1] ?? [];
    if (longitude - before > 180) turn -= 360;
    if (longitude - before < -180) turn += 360;
    return [round(longitude + turn), round(latitude)];
  });
}

/** A ring that goes once around the world encloses a pole: that of Antarctica. */
function closeRing(ring: readonly Position[]): readonly Position[] {
  const line = unwrapLine(ring);
  const [first, last] = [line[0], line.at(-1)];
  if (first === undefined || last === undefined || first[0] === last[0]) return line;
  return [...line, [last[0] ?? 0, -90], [first[0] ?? 0, -90], first];
}
