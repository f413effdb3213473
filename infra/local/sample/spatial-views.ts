import { readFile } from 'node:fs/promises';

import * as z from 'zod';

import type { DataApi } from '../../../lib/data-api/client.ts';
import { addSpatialView } from '../../queries/spatial-views.ts';

const views = z.array(
  z.object({
    spatialviewid: z.guid(),
    slug: z.string(),
    schema: z.string(),
    description: z.string(),
    geometrynodeid: z.guid(),
    language: z.string(),
    isactive: z.boolean(),
    ismixedgeometrytypes: z.boolean(),
    attributenodes: z.array(z.object({ nodeid: z.guid(), description: z.string() })),
  }),
);

/** The reference system in which web maps are drawn. */
const webMercator = 3857;

/** Adds the spatial views of the sample, where they are not there yet: its models have to be. */
export async function addSampleViews(data: Pick<DataApi, 'write'>): Promise<void> {
  const file = new URL('spatial-views.json', import.meta.url);
  for (const view of views.parse(JSON.parse(await readFile(file, 'utf8')))) {
    await data.write(addSpatialView(view, webMercator));
  }
}
