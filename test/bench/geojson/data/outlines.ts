import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import * as z from 'zod';

import { findTestData } from '../../../support/test-data.ts';

const collectionSchema = z.object({
  features: z.array(z.object({ geometry: z.object({ type: z.string(), coordinates: z.json() }) })),
});

type Coordinates = z.output<ReturnType<typeof z.json>>;

/** A geometry as JSON. */
export type Outline = { readonly type: string; readonly coordinates: Coordinates };

/** Outlines of countries from HDS_TEST_DATA, or undefined if that is not set. */
export async function readCountryOutlines(): Promise<readonly Outline[] | undefined> {
  const folder = findTestData('geo-eamena-dev/countries');
  if (folder === undefined) return undefined;
  const names = (await readdir(folder)).toSorted();
  const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
  return texts.flatMap((text) =>
    collectionSchema.parse(JSON.parse(text)).features.map(({ geometry }) => geometry),
  );
}

/** Moves an outline east. @param step in thousandths of a degree */
export function shiftOutline({ type, coordinates }: Outline, step: number): Outline {
  return { type, coordinates: shiftCoordinates(coordinates, step) };
}

function shiftCoordinates(coordinates: Coordinates, step: number): Coordinates {
  if (!Array.isArray(coordinates)) return coordinates;
  const [first, ...others] = coordinates;
  if (typeof first !== 'number') return coordinates.map((inner) => shiftCoordinates(inner, step));
  return [Number((first + step / 1000).toFixed(12)), ...others];
}
