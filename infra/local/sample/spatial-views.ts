import { readFile } from 'node:fs/promises';

import * as z from 'zod';

import type { DataApi } from '../../../lib/data-api/client.ts';
import { manyRows, runQuery } from '../../../lib/data-api/query.ts';
import { sql } from '../../../lib/data-api/sql.ts';
import type { SpatialView } from '../../../lib/model/spatial-views/spatial-view.ts';
import { insertSpatialView } from '../../../lib/queries/spatial-views/write-view.ts';

const sampleViewsSchema = z.array(
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

const storedSlugsQuery = manyRows(
  sql`select to_jsonb(v.slug)::text from spatial_view v`,
  z.string(),
);

/** The EPSG code of the coordinate reference system of web maps. */
const webMercatorSrid = 3857;

/** Creates the spatial views of the sample that are missing. The models of the sample must be stored. */
export async function addSampleViews(dataApi: Pick<DataApi, 'read' | 'write'>): Promise<void> {
  const storedSlugs = await runQuery(dataApi.read, storedSlugsQuery);
  const file = new URL('spatial-views.json', import.meta.url);
  for (const view of sampleViewsSchema.parse(JSON.parse(await readFile(file, 'utf8')))) {
    if (!storedSlugs.includes(view.slug)) {
      await dataApi.write(insertSpatialView(view, webMercatorSrid));
    }
  }
}
