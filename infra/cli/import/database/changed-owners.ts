import { runQuery } from '../../../../lib/data-api/query.ts';
import { findOtherOwners } from '../resources/queries/stated-parts.ts';
import type { ImportContext } from '../import-context.ts';
import type { ImportedIds } from './accounts/imported-ids.ts';
import type { DatabaseSource } from './database-source.ts';
import { makeAccountIdsParameter, mapOwnerSql } from './map-account-ids.ts';
import type { ResourceRowPlan } from './plan-resources.ts';

const rowsPerBatch = 5000;

const ownerQuery = `select r.resourceinstanceid as id, ${mapOwnerSql('$1')} as owner
from resource_instances r
order by r.resourceinstanceid`;

/**
 * Adds to a plan the resource instances that have another owner than in the source. Owners are compared after accounts are imported and are
 * no part of the hashes of rows, so that an owner follows whose account is imported later, and the deletion of an account here changes no row.
 * @rule Imports and exports: Which owner, state and identifiers does an imported resource instance get?
 */
export async function includeChangedOwners<
  Plan extends Pick<ResourceRowPlan, 'resource' | 'changedIds'>,
>(
  { source }: Pick<DatabaseSource, 'source'>,
  plan: Plan,
  { dataApi }: Pick<ImportContext, 'dataApi'>,
  accountIds: ImportedIds,
): Promise<Plan> {
  if (accountIds.accounts.size === 0) return plan;
  const changedIds = new Set(plan.changedIds);
  const parameters = [makeAccountIdsParameter(accountIds)];
  for await (const batch of source.readBatches(ownerQuery, rowsPerBatch, parameters)) {
    const rows = batch.map(({ id = null, owner = null }) => ({ id, owner }));
    const ids = await runQuery(dataApi.read, findOtherOwners(rows), 1);
    for (const id of ids) if (!plan.resource.keepReasons.has(id)) changedIds.add(id);
  }
  return { ...plan, changedIds: [...changedIds].toSorted() };
}
