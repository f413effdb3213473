import { runQuery } from '../../../../lib/data-api/query.ts';
import { countByModel, countTilesByModel } from './queries/database-import.ts';
import { CommandError } from '../../command-error.ts';
import { countBatches } from '../../progress.ts';
import { pluralize } from '../../text.ts';
import type { ImportContext } from '../import-context.ts';
import type { ImportProblem } from '../import-problems.ts';
import { readInBatches } from '../run-in-batches.ts';
import type { DatabaseSource } from './database-source.ts';
import { planRows, type RowPlan } from './plan-rows.ts';
import type { KeptParts } from './source-records.ts';
import { countBusinessRows, readSourceRows } from './source-rows.ts';

/** Which resource instances and tiles an import writes, keeps and deletes. */
export type ResourceRowPlan = {
  readonly resource: RowPlan;
  readonly tile: RowPlan;
  /** The ids of resource instances that are new or changed or have such tiles, in order. */
  readonly changedIds: readonly string[];
  readonly kept: KeptParts;
  readonly problems: readonly ImportProblem[];
};

/** Plans the import of resource instances and tiles by comparing every row. */
export async function planResources(
  database: DatabaseSource,
  { dataApi, progress }: Pick<ImportContext, 'dataApi' | 'progress'>,
): Promise<ResourceRowPlan> {
  const step = progress.begin('Rows of the source', {
    total: await countBusinessRows(database),
  });
  const changedResourceIds = new Set<string>();
  const resource = await planRows(
    'resource',
    countBatches(readSourceRows(database, 'resource'), step),
    dataApi,
    ({ id }) => changedResourceIds.add(id),
  );
  const keptIds = new Set(resource.keepReasons.keys());
  const tile = await planRows(
    'tile',
    countBatches(readSourceRows(database, 'tile'), step),
    dataApi,
    ({ ownerId }) => changedResourceIds.add(ownerId ?? ''),
    // Tiles that were deleted with their resource instance are not reported separately.
    ({ ownerId }) => resource.keepReasons.get(ownerId ?? '') === 'deleted_here',
  );
  step.done(`${resource.read + tile.read} compared`);
  return {
    resource,
    tile,
    changedIds: [...changedResourceIds].filter((id) => !keptIds.has(id)).toSorted(),
    kept: {
      tileIds: [...tile.keepReasons].flatMap(([id, reason]) =>
        reason === 'deleted_here' ? [] : [id],
      ),
      deletedTileIds: [...tile.keepReasons].flatMap(([id, reason]) =>
        reason === 'deleted_here' ? [id] : [],
      ),
    },
    problems: [...resource.problems, ...tile.problems],
  };
}

/** The largest share of the rows of a model that an import may delete. */
const maxDeletedShare = 0.05;

const tilesPerStatement = 10_000;

/**
 * Refuses an import that would delete a large share of a model.
 * @rule Imports and exports: How much of a model may an import of a database delete?
 * @throws CommandError
 */
export async function refuseManyDeletions(
  { resource, tile }: ResourceRowPlan,
  { dataApi }: Pick<ImportContext, 'dataApi'>,
): Promise<void> {
  if (resource.ownersOfRemovedRows.size + tile.ownersOfRemovedRows.size === 0) return;
  const removedTiles = await readInBatches(
    dataApi.read,
    [...tile.ownersOfRemovedRows.keys()],
    tilesPerStatement,
    countTilesByModel,
  );
  const removedResources = Map.groupBy(resource.ownersOfRemovedRows.values(), (graphId) => graphId);
  for (const { graphId, resources, tiles } of await runQuery(dataApi.read, countByModel())) {
    const deleted = {
      resources: removedResources.get(graphId)?.length ?? 0,
      tiles: removedTiles
        .filter((count) => count.graphId === graphId)
        .reduce((sum, count) => sum + count.tiles, 0),
    };
    if (
      deleted.resources <= resources * maxDeletedShare &&
      deleted.tiles <= tiles * maxDeletedShare
    )
      continue;
    throw new CommandError(
      'many_deletions',
      `The import would delete ${pluralize(deleted.resources, 'resource instance')} of ${resources} and ${pluralize(deleted.tiles, 'tile')} of ${tiles} of model ${graphId}, because the source no longer has them. Check the URL. If these deletions are right, use --allow-deletions. Nothing was changed.`,
    );
  }
}
