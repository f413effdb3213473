import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import * as z from 'zod';

const run = promisify(execFile);

// ogr2ogr writes a text that is a JSON object or list as such.
const valueSchema = z
  .union([z.string(), z.number(), z.boolean(), z.null()])
  .or(z.unknown().transform((value) => JSON.stringify(value)));

const layerSchema = z.object({
  features: z.array(
    z.object({
      id: z.union([z.number(), z.string()]).optional(),
      properties: z.record(z.string(), valueSchema),
      geometry: z.looseObject({ type: z.string() }).nullable(),
    }),
  ),
});

export type GdalFeature = z.output<typeof layerSchema>['features'][number];

/** Reads features from JSON. */
export const readFeatures = (text: string): readonly GdalFeature[] =>
  layerSchema.parse(JSON.parse(text)).features;

/**
 * Reads a layer of a file with ogr2ogr.
 * @param options of ogr2ogr, such as a spatial filter
 * @throws Error if GDAL fails, or warns of anything
 */
export async function readLayer(
  file: string,
  layer: string | undefined,
  ...options: readonly string[]
): Promise<readonly GdalFeature[]> {
  const words = [
    '-f',
    'GeoJSON',
    '-lco',
    'COORDINATE_PRECISION=15',
    ...options,
    '/vsistdout/',
    file,
  ];
  const { stdout, stderr } = await run('ogr2ogr', layer === undefined ? words : [...words, layer], {
    maxBuffer: 256 * 1024 * 1024,
  });
  if (stderr !== '') throw new Error(stderr);
  return readFeatures(stdout);
}

/**
 * Describes the layers of a file with ogrinfo, and checks what it can.
 * @throws Error if GDAL fails, or warns of anything
 */
export async function describeFile(file: string): Promise<string> {
  const { stdout, stderr } = await run('ogrinfo', ['-ro', '-al', '-so', file]);
  if (stderr !== '') throw new Error(stderr);
  return stdout;
}

/** Whether the box around the geometry of a feature touches a box. */
export function touchesBox(
  { geometry }: GdalFeature,
  [west, south, east, north]: readonly [number, number, number, number],
): boolean {
  const numbers = [...JSON.stringify(geometry).matchAll(/\[(-?[\d.e-]+),(-?[\d.e-]+)/g)].map(
    ([, x, y]) => [Number(x), Number(y)] as const,
  );
  const xs = numbers.map(([x]) => x);
  const ys = numbers.map(([, y]) => y);
  return (
    numbers.length > 0 &&
    Math.min(...xs) <= east &&
    Math.max(...xs) >= west &&
    Math.min(...ys) <= north &&
    Math.max(...ys) >= south
  );
}
