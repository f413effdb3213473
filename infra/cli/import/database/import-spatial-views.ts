import { runQuery } from '../../../../lib/data-api/query.ts';
import { isDataRefusal } from '../../../../lib/data-api/errors.ts';
import {
  maxSlugLength,
  slugPattern,
  type SpatialView,
} from '../../../../lib/model/spatial-views/spatial-view.ts';
import { findViewFieldProblems } from '../../../../lib/model/spatial-views/view-field-problems.ts';
import { findViewToChange } from '../../../../lib/queries/spatial-views/view-to-change.ts';
import {
  deleteSpatialView,
  insertSpatialView,
  updateSpatialView,
} from '../../../../lib/queries/spatial-views/write-view.ts';
import { fillViews } from '../../../../lib/writing/spatial-views/fill-views.ts';
import { recordOrigins, removeOrigins } from './queries/origin.ts';
import type { ImportContext } from '../import-context.ts';
import { importError, type ImportProblem } from '../import-problems.ts';
import type { DatabaseSource } from './database-source.ts';
import { planRows } from './plan-rows.ts';
import { readSourceRows } from './source-rows.ts';
import { hasSpatialViews, readSourceSpatialViews } from './source-spatial-views.ts';

/** The import acts for no account. It does not use the parts of a result that depend on the account. */
const noAccountId = 0;

/**
 * Imports the spatial views, each in its own transaction, with the checks that views in requests undergo. A view that the service cannot
 * create is reported and left out.
 * @param srid the EPSG code of the geometries of spatial views
 */
export async function importSourceSpatialViews(
  database: DatabaseSource,
  context: ImportContext,
  srid: number,
) {
  const counts = { created: 0, updated: 0, leftOut: 0 };
  const result = { subject: 'Spatial views', read: 0 };
  if (!(await hasSpatialViews(database.source))) return { ...result, ...counts };
  const { dataApi, report, dryRun } = context;
  const hashes = new Map<string, string>();
  const rows = readSourceRows(database, 'spatial view');
  const plan = await planRows('spatial view', rows, dataApi, ({ id, hash }) =>
    hashes.set(id, hash),
  );
  report.add(database.label, plan.problems);
  for (const view of await readSourceSpatialViews(database.source)) {
    const hash = hashes.get(view.spatialViewId);
    if (hash === undefined) continue;
    const outcome = dryRun
      ? await compareView(view, context)
      : await storeView(view, hash, database, context, srid);
    if (typeof outcome === 'string') counts[outcome] += 1;
    else {
      counts.leftOut += 1;
      report.add(database.label, [outcome]);
    }
  }
  if (!dryRun) {
    for (const id of plan.ownersOfRemovedRows.keys()) await removeView(id, context);
    await runQuery(dataApi.write, removeOrigins('spatial view', plan.obsoleteOriginIds));
    await fillViews(dataApi);
  }
  return { ...result, ...counts, read: plan.read };
}

async function findView(view: SpatialView, { dataApi }: ImportContext) {
  return runQuery(
    dataApi.read,
    findViewToChange(noAccountId, {
      spatialViewId: view.spatialViewId,
      slug: view.slug,
      schema: view.schema,
      geometryNodeId: view.geometryNodeId,
      attributeIds: view.attributeNodes.map(({ nodeid }) => nodeid),
    }),
  );
}

/** Compares a view with the stored one, as a dry run does. Its fields are not checked, because its model may not be stored yet. */
async function compareView(
  view: SpatialView,
  context: ImportContext,
): Promise<'created' | 'updated' | ImportProblem> {
  const slugProblem = findSlugProblem(view);
  if (slugProblem !== undefined) return slugProblem;
  return (await findView(view, context)).stored === undefined ? 'created' : 'updated';
}

function findSlugProblem(view: SpatialView): ImportProblem | undefined {
  if (slugPattern.test(view.slug) && view.slug.length <= maxSlugLength) return undefined;
  const reason = `its slug may have only letters, digits and _, and at most ${maxSlugLength} of them.`;
  return makeLeftOutError(view, reason);
}

async function storeView(
  view: SpatialView,
  hash: string,
  { identity }: DatabaseSource,
  context: ImportContext,
  srid: number,
): Promise<'created' | 'updated' | ImportProblem> {
  const { spatialViewId: id, ...sent } = view;
  const slugProblem = findSlugProblem(view);
  if (slugProblem !== undefined) return slugProblem;
  const { stored, dependencies } = await findView(view, context);
  const attributeIds = view.attributeNodes.map(({ nodeid }) => nodeid);
  const problems = findViewFieldProblems(
    { sent, attributeIds, stored },
    dependencies,
    context.language,
  );
  if (problems.length > 0)
    return makeLeftOutError(view, problems.map(({ detail }) => detail).join(' '));
  const query =
    stored === undefined
      ? insertSpatialView(view, srid)
      : updateSpatialView(view, stored.version, srid);
  try {
    await context.dataApi.transaction(async ({ execute }) => {
      await runQuery(execute, query);
      await runQuery(execute, recordOrigins('spatial view', identity, [{ id, hash }]));
    });
  } catch (error) {
    if (!isDataRefusal(error)) throw error;
    return makeLeftOutError(view, error.message);
  }
  return stored === undefined ? 'created' : 'updated';
}

function makeLeftOutError({ spatialViewId, slug }: SpatialView, reason: string): ImportProblem {
  const message = `The spatial view ${slug} is left out: ${reason}`;
  return importError('spatial_view_left_out', message, { record: spatialViewId });
}

async function removeView(id: string, context: ImportContext): Promise<void> {
  const request = { spatialViewId: id, slug: undefined, schema: undefined };
  const { stored } = await runQuery(
    context.dataApi.read,
    findViewToChange(noAccountId, {
      ...request,
      geometryNodeId: undefined,
      attributeIds: undefined,
    }),
  );
  if (stored === undefined) return;
  await context.dataApi.transaction(async ({ execute }) => {
    await runQuery(execute, deleteSpatialView(id, stored.version));
    await runQuery(execute, removeOrigins('spatial view', [id]));
  });
}
