import { listCallers } from './callers.ts';
import type { SourcePrincipals } from './source-principals.ts';
import { compareNodegroupRights, type Difference } from './differences.ts';
import { removeRightsOfGuest, limitsOfGroups, planDefaults } from './guest.ts';
import { HttpWriters } from './http-writers.ts';
import type { NodegroupGrants, NodegroupSummary } from './nodegroup-facts.ts';
import { planNodegroupGrants } from './nodegroup-plan.ts';
import type { ObjectRows, Rights } from './right-sets.ts';

/** The planned defaults of groups and grants on nodegroups, which give nobody more rights than the source. */
export type RightsPlan = {
  /** By the ids of the groups in the source. */
  readonly defaults: ReadonlyMap<number, Rights>;
  readonly grants: NodegroupGrants;
  readonly differences: readonly Difference[];
};

/**
 * Plans the rights on nodegroups.
 * @param rows the rows of the source by nodegroup
 * @param opensGuest whether Guest gets the rights that it has in the source; otherwise it gets none
 */
export function planRights(
  principals: SourcePrincipals,
  nodegroups: readonly NodegroupSummary[],
  rows: ReadonlyMap<string, ObjectRows>,
  opensGuest: boolean,
): RightsPlan {
  const idsWithRows = new Set([...rows.values()].flatMap(({ accounts }) => [...accounts.keys()]));
  const httpWriters = new HttpWriters(principals);
  const callers = listCallers(principals, idsWithRows, httpWriters);
  const anonymous = callers.find(({ isAnonymous }) => isAnonymous);
  const defaults = planDefaults(principals, anonymous, opensGuest, httpWriters);
  const source = {
    callers,
    nodegroups,
    rows,
    rightsOfGroups: new Map(principals.groups.map(({ id, rights }) => [id, rights])),
    defaults,
  };
  const planned = {
    ...source,
    rows: new Map(
      [...rows].map(([id, objectRows]) => {
        const usableRows = httpWriters.limitRows(objectRows);
        return [id, opensGuest ? usableRows : removeRightsOfGuest(usableRows, principals.guestId)];
      }),
    ),
    rightsOfGroups: limitsOfGroups(principals, opensGuest),
  };
  const grants = planNodegroupGrants(planned);
  return { defaults, grants, differences: compareNodegroupRights({ source, planned, grants }) };
}
