import { readFile } from 'node:fs/promises';

import * as z from 'zod';

import type { DataApi } from '../../../lib/data-api/client.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import type { SpatialView } from '../../../lib/model/spatial-views/spatial-view.ts';
import { insertSpatialView } from '../../../lib/queries/spatial-views/write-view.ts';
import { listSpatialViewSlugs } from '../../queries/spatial-views.ts';

const views = z.array(
  z
    .object({
      spatialviewid: z.guid(),
      slug: z.string(),
      schema: z.string(),
      description: z.string(),
      geometrynodeid: z.guid(),
      language: z.string(),
      isactive: z.boolean(),
      ismixedgeometrytypes: z.boolean(),
      attributenodes: z.array(z.object({ nodeid: z.guid(), description: z.string() })),
    })
    .transform((view): SpatialView => ({
      spatialViewId: view.spatialviewid,
      slug: view.slug,
      schema: view.schema,
      description: view.description,
      geometryNodeId: view.geometrynodeid,
      language: view.language,
      isActive: view.isactive,
      isMixedGeometryTypes: view.ismixedgeometrytypes,
      attributeNodes: view.attributenodes,
    })),
);

/** The reference system in which web maps are drawn. */
const webMercator = 3857;

/** Adds the spatial views of the sample, where they are not there yet: its models have to be. */
export async function addSampleViews(data: Pick<DataApi, 'read' | 'write'>): Promise<void> {
  const known = await runQuery(data.read, listSpatialViewSlugs());
  const file = new URL('spatial-views.json', import.meta.url);
  for (const view of views.parse(JSON.parse(await readFile(file, 'utf8')))) {
    if (!known.includes(view.slug)) await data.write(insertSpatialView(view, webMercator));
  }
}
