import { runQuery, type Execute } from '../../../../../lib/data-api/query.ts';
import { splitIntoBatches } from '../../../../../lib/data-api/split-into-batches.ts';
import {
  mergeImportedGrants,
  type GrantMergeOptions,
  type ImportedGrant,
} from '../queries/imported-grants.ts';
import type { ImportedIds } from '../accounts/imported-ids.ts';
import type { GrantCounts } from './grant-counts.ts';
import type { Principal } from './service-rule.ts';
import type { GrantedRights } from './right-sets.ts';

/** The planned grants of a nodegroup or resource instance. */
export type TargetGrants = { readonly id: string; readonly rows: readonly ImportedGrant[] };

const targetsPerStatement = 1000;

/** Writes the grants of nodegroups or resource instances, and counts them. */
export async function mergeGrants(
  execute: Execute,
  kind: 'nodegroup' | 'resource',
  targets: readonly TargetGrants[],
  options: GrantMergeOptions,
  counts: GrantCounts,
): Promise<void> {
  for (const batch of splitIntoBatches(targets, targetsPerStatement)) {
    const ids = batch.map(({ id }) => id);
    const rows = batch.flatMap((target) => target.rows);
    counts.add(await runQuery(execute, mergeImportedGrants(kind, ids, rows, options)));
  }
}

/** Makes the rows of the grants on a nodegroup or resource instance. Leaves out principals that were not imported. */
export function toTargetGrants(
  id: string,
  grants: ReadonlyMap<Principal, GrantedRights>,
  ids: ImportedIds,
): TargetGrants {
  const rows = [...grants].flatMap(([principal, { rights, isClosed }]) => {
    const [kind, sourceId] = principal.split(' ');
    const isAccount = kind === 'account';
    const storedId = (isAccount ? ids.accounts : ids.groups).get(Number(sourceId));
    if (storedId === undefined) return [];
    return [
      {
        target_id: id,
        account_id: isAccount ? storedId : null,
        account_group_id: isAccount ? null : storedId,
        can_view: rights.has('read'),
        can_change: rights.has('write'),
        can_delete: rights.has('delete'),
        no_access: isClosed,
      },
    ];
  });
  return { id, rows };
}
