import { randomUUID } from 'node:crypto';

import { runQuery } from '../../../../lib/data-api/query.ts';
import { parseResourceId, type GraphId, type ResourceId } from '../../../../lib/model/ids.ts';
import {
  findResourcesWithValues,
  lockResourceVersions,
  readTilesOfResources,
  type StoredTileRow,
} from './queries/misplaced-values.ts';
import type { ImportContext } from '../import-context.ts';
import { makeTileOnlyWrite } from '../resources/tile-only-write.ts';
import { writeResourceChanges } from '../resources/write-resources.ts';
import type { LeftoverPlan } from './leftover-plan.ts';

/** The number of changed values, and of the resource instances that have them. */
export type ChangedCounts = { readonly values: number; readonly resources: number };

const resourcesPerTransaction = 500;

/**
 * Plans and writes changes of all resource instances that have values of the selected nodes or nodegroups, up to 500 in each transaction.
 * Every change is recorded in the edit log and, unless the import omits it, in the activity stream.
 * @param planTiles plans the changes of the tiles of one resource instance
 */
export async function applyLeftoverPlans(
  graphId: GraphId,
  selection: { readonly nodes: readonly string[]; readonly nodegroups: readonly string[] },
  planTiles: (tiles: readonly StoredTileRow[]) => LeftoverPlan,
  { dataApi, omitsActivity }: Pick<ImportContext, 'dataApi' | 'omitsActivity'>,
): Promise<ChangedCounts> {
  const total = { values: 0, resources: 0 };
  let after: ResourceId | null = null;
  for (;;) {
    const ids: readonly string[] = await runQuery(
      dataApi.read,
      findResourcesWithValues(selection, after, resourcesPerTransaction),
    );
    const last = ids.at(-1);
    if (last === undefined) return total;
    after = parseResourceId(last);
    const counts = await dataApi.transaction(async (transaction): Promise<ChangedCounts> => {
      const { execute } = transaction;
      const lockedResources = await runQuery(execute, lockResourceVersions(ids));
      const storedTiles = await runQuery(execute, readTilesOfResources(ids), 1);
      const tilesByResource = Map.groupBy(storedTiles, (tile) => tile.resource_id);
      const plans = lockedResources.map(({ resourceId, version }) => {
        const { changes, values } = planTiles(tilesByResource.get(resourceId) ?? []);
        return { resourceId, version, tiles: changes, values };
      });
      const changes = plans
        .filter((resourcePlan) => resourcePlan.tiles.length > 0)
        .map(({ resourceId, version, tiles }) =>
          makeTileOnlyWrite({ graphId, resourceId, version, tiles }),
        );
      const writer = { caller: null, transactionId: randomUUID(), omitsActivity };
      const models = { languages: new Set<string>(), naming: new Map() };
      if (changes.length > 0) await writeResourceChanges(transaction, changes, models, writer);
      const values = plans.reduce((sum, resourcePlan) => sum + resourcePlan.values, 0);
      return { values, resources: changes.length };
    });
    total.values += counts.values;
    total.resources += counts.resources;
  }
}
