import { randomUUID } from 'node:crypto';

import type { Transaction } from '../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import { splitIntoBatches } from '../../../../lib/data-api/split-into-batches.ts';
import type { ResourceWrite } from '../../../../lib/model/change/resource-write.ts';
import { toNamingModel } from '../../../../lib/model/descriptors/fill-templates.ts';
import {
  parseGraphId,
  parseNodegroupId,
  parseResourceId,
  parseTileId,
} from '../../../../lib/model/ids.ts';
import {
  deleteImportedResources,
  findChildTiles,
  readTileOwners,
  recordUnlistedChanges,
} from './queries/database-import.ts';
import { listLanguages, readPublishedGraphs } from '../graphs/queries/models.ts';
import { removeOrigins } from './queries/origin.ts';
import type { ImportContext } from '../import-context.ts';
import { importWarning, type ImportProblem } from '../import-problems.ts';
import { makeTileOnlyWrite } from '../resources/tile-only-write.ts';
import type { ImportModels } from '../resources/import-models.ts';
import { lockRecords } from '../resources/stored-records.ts';
import { writeResourceChanges } from '../resources/write-resources.ts';
import { runAndRollBack } from '../run-and-roll-back.ts';
import { readInBatches, writeInBatches } from '../run-in-batches.ts';
import type { DatabaseSource } from './database-source.ts';
import type { ResourceRowPlan } from './plan-resources.ts';

const resourcesPerTransaction = 500;
const tilesPerStatement = 5000;

/**
 * Deletes resource instances that the source no longer has, except those with a tile that was added or changed in this service. A dry run
 * only counts them.
 */
export async function deleteRemovedResources(
  { label }: DatabaseSource,
  { resource }: ResourceRowPlan,
  { dataApi, report, dryRun }: ImportContext,
): Promise<number> {
  let count = 0;
  for (const ids of splitIntoBatches(
    [...resource.ownersOfRemovedRows.keys()],
    resourcesPerTransaction,
  )) {
    const deleteIds = async ({ execute }: Transaction): Promise<readonly string[]> =>
      runQuery(execute, deleteImportedResources(ids, randomUUID()));
    const deleted = dryRun
      ? await runAndRollBack(dataApi, deleteIds)
      : await dataApi.transaction(deleteIds);
    count += deleted.length;
    const deletedIds = new Set(deleted);
    report.add(
      label,
      ids
        .filter((id) => !deletedIds.has(id))
        .map((id) => makeKeptRowWarning('resource instance', id)),
    );
  }
  if (!dryRun)
    await writeInBatches(dataApi.write, resource.obsoleteOriginIds, tilesPerStatement, (ids) =>
      removeOrigins('resource', ids),
    );
  return count;
}

function makeKeptRowWarning(kind: string, id: string): ImportProblem {
  const message = `The source no longer has ${kind} ${id}. It is not deleted, because tiles below it were added or changed in this service.`;
  return importWarning('changed_here', message, { record: id });
}

/** Deletes tiles that the source no longer has, except those with a descendant tile that is not deleted. A dry run only counts them. */
export async function deleteRemovedTiles(
  { label }: DatabaseSource,
  { resource, tile }: ResourceRowPlan,
  context: ImportContext,
): Promise<number> {
  const { dataApi, report, dryRun, language } = context;
  const removedTiles = [...tile.ownersOfRemovedRows].filter(
    ([, owner]) => !resource.ownersOfRemovedRows.has(owner ?? ''),
  );
  const { deletableIds, keptIds } = await splitByDescendants(
    removedTiles.map(([id]) => id),
    context,
  );
  report.add(
    label,
    keptIds.map((id) => makeKeptRowWarning('tile', id)),
  );
  if (dryRun) return deletableIds.length;
  const changes = await diffLeftOutTiles(deletableIds, context);
  const graphs = changes.length === 0 ? [] : await runQuery(dataApi.read, readPublishedGraphs());
  const models: Pick<ImportModels, 'languages' | 'naming'> = {
    naming: new Map(graphs.map((graph) => [graph.graphId as string, toNamingModel(graph)])),
    languages: new Set([language, ...(await runQuery(dataApi.read, listLanguages()))]),
  };
  for (const batch of splitIntoBatches(changes, resourcesPerTransaction))
    await dataApi.transaction((transaction) => deleteTiles(transaction, batch, models, context));
  await writeInBatches(dataApi.write, tile.obsoleteOriginIds, tilesPerStatement, (ids) =>
    removeOrigins('tile', ids),
  );
  return deletableIds.length;
}

/** Splits tiles into those that can be deleted, and those that are kept because a tile below them is kept. */
async function splitByDescendants(ids: readonly string[], { dataApi }: ImportContext) {
  const descendants = await readInBatches(dataApi.read, ids, tilesPerStatement, findChildTiles);
  const parents = new Map(descendants.map(({ tileId, parentId }) => [tileId, parentId]));
  const deletableIds = new Set(ids);
  for (const { tileId } of descendants) {
    if (deletableIds.has(tileId)) continue;
    let id = parents.get(tileId);
    while (id !== undefined && deletableIds.delete(id)) id = parents.get(id);
  }
  return { deletableIds: [...deletableIds], keptIds: ids.filter((id) => !deletableIds.has(id)) };
}

/** For each resource instance, makes one change that deletes its tiles. The changes are in the order of the ids of resource instances. */
async function diffLeftOutTiles(
  ids: readonly string[],
  { dataApi }: ImportContext,
): Promise<readonly ResourceWrite[]> {
  const tileRows = await readInBatches(dataApi.read, ids, tilesPerStatement, readTileOwners);
  const byResource = [...Map.groupBy(tileRows, ({ resourceId }) => resourceId)].toSorted(
    ([one], [other]) => (one < other ? -1 : 1),
  );
  return byResource.map(([id, tiles]) =>
    makeTileOnlyWrite({
      resourceId: parseResourceId(id),
      graphId: parseGraphId(tiles[0]?.graphId ?? ''),
      version: null,
      tiles: tiles.map(({ tileId, nodegroupId }) => ({
        change: 'delete',
        tile_id: parseTileId(tileId),
        resource_id: parseResourceId(id),
        nodegroup_id: parseNodegroupId(nodegroupId),
        parent_tile_id: null,
        keeps_parent: true,
        sort_order: null,
        data: {},
        provisional_edits: null,
        is_proposed: false,
      })),
    }),
  );
}

async function deleteTiles(
  transaction: Transaction,
  changes: readonly ResourceWrite[],
  models: Pick<ImportModels, 'languages' | 'naming'>,
  { omitsActivity }: ImportContext,
): Promise<void> {
  const { execute } = transaction;
  const lockedRecords = await lockRecords(
    transaction,
    changes.map(({ resourceId, graphId }) => ({
      resource: {
        resource_id: resourceId,
        graph_id: graphId,
        legacy_id: null,
        life_cycle_state_id: null,
        identifiers: null,
        created_at: null,
      },
      tiles: [],
    })),
  );
  const versions = new Map(lockedRecords.map(({ resourceId, version }) => [resourceId, version]));
  const lockedChanges = changes.flatMap((change) => {
    const version = versions.get(change.resourceId);
    return version === undefined ? [] : [{ ...change, version }];
  });
  const tileIds = lockedChanges.flatMap(({ tiles }) => tiles.map((tile) => tile.tile_id));
  await writeInBatches(execute, tileIds, tilesPerStatement, (ids) => removeOrigins('tile', ids));
  if (!omitsActivity)
    await runQuery(
      execute,
      recordUnlistedChanges(
        lockedChanges.map(({ resourceId, graphId }) => ({
          resource_id: resourceId,
          graph_id: graphId,
          kind: 'Update',
        })),
      ),
    );
  const writer = { caller: null, transactionId: randomUUID(), omitsActivity: true };
  await writeResourceChanges(transaction, lockedChanges, models, writer);
}
