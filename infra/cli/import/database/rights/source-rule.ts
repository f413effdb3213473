import { globalRights, type Caller } from './callers.ts';
import {
  allRights,
  joinRows,
  noRights,
  type NamedRights,
  type ObjectRows,
  type Rights,
} from './right-sets.ts';

const noRows: ObjectRows = { accounts: new Map(), groups: new Map() };

/** The rows of an object that count for a caller of the source; undefined if there are none. */
export function rowsOfCaller(
  { groups, ownAccount }: Caller,
  rows: ObjectRows = noRows,
): NamedRights | undefined {
  const own = ownAccount === undefined ? undefined : rows.accounts.get(ownAccount);
  return joinRows([own, ...groups.map((group) => rows.groups.get(group))]);
}

/**
 * The rights of a caller on a nodegroup in the source, by the form of its rule that decides about one nodegroup: rows decide, and without
 * rows what the groups may do with every nodegroup. It is the stricter form.
 */
export function strictNodegroupRights(
  caller: Caller,
  rows: ObjectRows | undefined,
  rightsOfGroups: ReadonlyMap<number, Rights>,
): Rights {
  if (!caller.isActive) return noRights;
  const named = rowsOfCaller(caller, rows);
  if (named === undefined) return globalRights(caller, rightsOfGroups);
  return named.isClosed ? noRights : named.rights;
}

/**
 * The rights by the other form, which selects nodegroups: without rows everything is open, and closing rows do not close what another row
 * opens.
 */
export function openNodegroupRights(caller: Caller, rows: ObjectRows | undefined): Rights {
  return rowsOfCaller(caller, rows)?.rights ?? allRights;
}

/**
 * The rights on a resource instance that its rows give in the source: none if a row of the account closes; otherwise those of the
 * account and, unless a row of them closes, those of its groups.
 * @param own the rows of the account itself
 * @param ofGroups the rows of its groups
 * @returns undefined without rows: then its nodegroups decide, or, if everything is denied by default, nobody may access it
 */
export function resourceRightsByRows(
  own: NamedRights | undefined,
  ofGroups: NamedRights | undefined,
): Rights | undefined {
  if (own === undefined && ofGroups === undefined) return undefined;
  if (own?.isClosed === true) return noRights;
  const byGroups = ofGroups === undefined || ofGroups.isClosed ? noRights : ofGroups.rights;
  return (own?.rights ?? noRights).union(byGroups);
}
