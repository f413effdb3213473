import { execFile, execFileSync } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

import * as z from 'zod';

const run = promisify(execFile);

/** The Python that Debian's packages of QGIS belong to: another one, first on the path, has no QGIS. */
const python = '/usr/bin/python3';

function isInstalled(): boolean {
  try {
    execFileSync(python, ['-c', 'import qgis.core'], { stdio: 'ignore' });
    return true;
  } catch {
    console.warn(
      'QGIS is not installed (Debian: python3-qgis, qgis-providers): it opens no collection.',
    );
    return false;
  }
}

/** Whether QGIS is here. */
export const hasQgis = isInstalled();

const openedLayer = z.object({
  isValid: z.literal(true),
  /** As QGIS calls it, such as `MultiPolygon`. */
  geometry: z.string(),
  fields: z.array(z.string()),
  /** Features by what the service says, and those that were read. */
  count: z.number(),
  read: z.number(),
  /** Those with a geometry of the type of the layer: QGIS draws no others. */
  drawable: z.number(),
  inBox: z.number(),
  extent: z.array(z.number()),
  /** Pixels of its colour; left out where its type has none. */
  pixels: z.number().optional(),
});

const layer = z.discriminatedUnion('isValid', [
  openedLayer,
  z.object({ isValid: z.literal(false), error: z.string() }),
]);

/** What QGIS makes of a collection. */
export type QgisLayer = z.output<typeof layer>;

/** What QGIS makes of a collection that it could open. */
export type OpenedQgisLayer = z.output<typeof openedLayer>;

/** How QGIS opens collections. */
export type QgisOptions = {
  readonly collections: readonly string[];
  /** West, south, east, north. */
  readonly box?: readonly number[];
  /** The value of the header `Authorization`. */
  readonly authorization?: string;
};

/**
 * What QGIS makes of collections, by their ids.
 * @param landingPage the address that a user types
 * @throws Error with its own words where it fails
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
  // QGIS says things of its own before it.
  return z.record(z.string(), layer).parse(JSON.parse(stdout.slice(stdout.lastIndexOf('\n{') + 1)));
}
