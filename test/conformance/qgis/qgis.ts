import { execFile, execFileSync } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

import * as z from 'zod';

const run = promisify(execFile);

/** The Python for which Debian packages QGIS. Another Python on the PATH has no QGIS. */
const python = '/usr/bin/python3';

function isInstalled(): boolean {
  try {
    execFileSync(python, ['-c', 'import qgis.core'], { stdio: 'ignore' });
    return true;
  } catch {
    console.warn(
      'QGIS is not installed (Debian: python3-qgis, qgis-providers), so its tests are skipped.',
    );
    return false;
  }
}

/** Whether QGIS is installed. */
export const hasQgis = isInstalled();

const openedLayer = z.object({
  isValid: z.literal(true),
  /** The geometry type in QGIS, such as `MultiPolygon`. */
  geometry: z.string(),
  fields: z.array(z.string()),
  /** The number of features that the service reports, and the number that QGIS read. */
  count: z.number(),
  read: z.number(),
  /** The number of features whose geometry has the type of the layer. QGIS draws no others. */
  drawable: z.number(),
  inBox: z.number(),
  extent: z.array(z.number()),
  /** The number of pixels in the colour of the layer, or undefined if QGIS draws nothing for its type. */
  pixels: z.number().optional(),
});

const layer = z.discriminatedUnion('isValid', [
  openedLayer,
  z.object({ isValid: z.literal(false), error: z.string() }),
]);

/** The result of opening a collection in QGIS. */
export type QgisLayer = z.output<typeof layer>;

/** The result if QGIS could open the collection. */
export type OpenedQgisLayer = z.output<typeof openedLayer>;

/** Options for QGIS. */
export type QgisOptions = {
  readonly collections: readonly string[];
  /** West, south, east, north. */
  readonly box?: readonly number[];
  /** The value of the header `Authorization`. */
  readonly authorization?: string;
};

/**
 * Opens collections in QGIS. @returns the results by collection id
 * @param landingPage the URL that a user types
 * @throws Error with the message of QGIS
 */
export async function openInQgis(
  landingPage: string,
  { collections, box, authorization }: QgisOptions,
): Promise<Readonly<Record<string, QgisLayer>>> {
  const parameters = [
    path.join(import.meta.dirname, 'draw.py'),
    landingPage,
    ...collections.flatMap((collection) => ['--collection', collection]),
    ...(box === undefined ? [] : [`--box=${box.join(',')}`]),
    ...(authorization === undefined ? [] : ['--header', authorization]),
  ];
  const { stdout } = await run(python, parameters, { timeout: 120_000 });
  // QGIS prints messages before the JSON.
  return z.record(z.string(), layer).parse(JSON.parse(stdout.slice(stdout.lastIndexOf('\n{') + 1)));
}

/**
 * Draws the points of a layer of vector tiles on a map of the world. @returns the number of their pixels, for each filter
 * @param template an address with {z}, {x} and {y}
 * @param filters expressions of QGIS; empty for all points
 * @throws Error with the message of QGIS
 */
export async function drawTilesInQgis(
  template: string,
  layerName: string,
  filters: readonly string[],
): Promise<readonly number[]> {
  const script = path.join(import.meta.dirname, 'draw_tiles.py');
  const { stdout } = await run(python, [script, template, layerName, ...filters], {
    timeout: 120_000,
  });
  return z.array(z.number()).parse(JSON.parse(stdout.slice(stdout.lastIndexOf('\n[') + 1)));
}
