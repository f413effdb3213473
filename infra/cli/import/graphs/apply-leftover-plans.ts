import { randomUUID } from 'node:crypto';

import { runQuery } from '../../../../lib/data-api/query.ts';
import type { ResourceChange } from '../../../../lib/model/change/resource-change.ts';
import type { GraphId, ResourceId } from '../../../../lib/model/ids.ts';
import {
  lockResourceVersions,
  findResourcesWithValues,
  readTilesOfResources,
  type StoredTileRow,
} from '../../../queries/values-out-of-place.ts';
import { parseResourceId } from '../../../../lib/model/ids.ts';
import type { ImportContext } from '../import-context.ts';
import { writeResourceChanges } from '../resources/write-resources.ts';
import type { LeftoverPlan } from './leftover-plan.ts';

/** How many values were applied, in how many resource instances. */
export type AppliedCounts = { readonly values: number; readonly resources: number };

const resourcesPerTransaction = 500;

/**
 * Carries a plan out for all resource instances of a graph with values of some nodes or nodegroups, some in each transaction, with the edit log and the
 * activity of every change.
 * @param plan what becomes of the tiles of one resource instance
 */
export async function applyLeftoverPlans(
  graphId: GraphId,
  wanted: { readonly nodes: readonly string[]; readonly nodegroups: readonly string[] },
  plan: (tiles: readonly StoredTileRow[]) => LeftoverPlan,
  { data, omitsActivity }: Pick<ImportContext, 'data' | 'omitsActivity'>,
): Promise<AppliedCounts> {
  let applied: AppliedCounts = { values: 0, resources: 0 };
  let after: ResourceId | null = null;
  for (;;) {
    const ids: readonly string[] = await runQuery(
      data.read,
      findResourcesWithValues(wanted, after, resourcesPerTransaction),
    );
    const last = ids.at(-1);
    if (last === undefined) return applied;
    after = parseResourceId(last);
    const batch = await data.transaction(async (transaction): Promise<AppliedCounts> => {
      const locked = await runQuery(transaction.execute, lockResourceVersions(ids));
      const tiles = Map.groupBy(
        await runQuery(transaction.execute, readTilesOfResources(ids), 1),
        (tile) => tile.resource_id,
      );
      const planned = locked.map((resource) => ({
        resource,
        plan: plan(tiles.get(resource.resourceId) ?? []),
      }));
      const changes = planned
        .filter((one) => one.plan.changes.length > 0)
        .map(({ resource, plan: { changes: written } }): ResourceChange => ({
          kind: 'Update',
          resourceId: resource.resourceId,
          graphId,
          version: resource.version,
          proposers: written.every((tile) => tile.is_proposed) ? [] : null,
          legacyId: undefined,
          createdAt: null,
          descriptors: undefined,
          descriptorsStamp: null,
          tiles: written,
          languages: [],
          uniqueChecks: [],
        }));
      const writer = { caller: null, transactionId: randomUUID(), omitsActivity };
      const models = { languages: new Set<string>(), naming: new Map() };
      if (changes.length > 0) await writeResourceChanges(transaction, changes, models, writer);
      return {
        values: planned.reduce((sum, one) => sum + one.plan.values, 0),
        resources: changes.length,
      };
    });
    applied = {
      values: applied.values + batch.values,
      resources: applied.resources + batch.resources,
    };
  }
}
