import { computeGlobalRights, type Caller } from './callers.ts';
import { limitToHttp } from './http-writers.ts';
import {
  allRights,
  joinRows,
  noRights,
  type GrantedRights,
  type ObjectRows,
  type Rights,
} from './right-sets.ts';

const noRows: ObjectRows = { accounts: new Map(), groups: new Map() };

/** Joins the rows on an object that apply to a caller of the source. @returns undefined if there are none */
export function joinCallerRows(
  { sourceGroups, ownAccount }: Caller,
  rows: ObjectRows = noRows,
): GrantedRights | undefined {
  const accountRow = ownAccount === undefined ? undefined : rows.accounts.get(ownAccount);
  return joinRows([accountRow, ...sourceGroups.map((group) => rows.groups.get(group))]);
}

/**
 * Computes the rights of a caller on a nodegroup by the stricter of the two rules of the source. The source uses it to check access to a
 * single nodegroup: the rows decide if there are any, otherwise the rights of the caller on every nodegroup. Rights to write count only for
 * callers whose writes it accepts over HTTP.
 */
export function computeStrictRights(
  caller: Caller,
  rows: ObjectRows | undefined,
  rightsOfGroups: ReadonlyMap<number, Rights>,
): Rights {
  if (!caller.isActive) return noRights;
  const callerRows = joinCallerRows(caller, rows);
  const rights = callerRows?.rights ?? computeGlobalRights(caller, rightsOfGroups);
  return callerRows?.isClosed === true ? noRights : limitToHttp(rights, caller.isWriter);
}

/**
 * Computes the rights of a caller on a nodegroup by the more open of the two rules of the source. The source uses it to list accessible
 * nodegroups: without rows everything is open, and rows that deny access do not override the rights that other rows give.
 */
export function computeOpenRights(caller: Caller, rows: ObjectRows | undefined): Rights {
  return joinCallerRows(caller, rows)?.rights ?? allRights;
}

/**
 * Computes the rights that the rows on a resource instance give an account in the source: none if its own rows deny access; otherwise its
 * own rights and those of its groups, unless rows of the groups deny access.
 * @param accountRow the joined rows of the account itself
 * @param groupRows the joined rows of its groups
 * @returns undefined without rows: then the rights on nodegroups decide, or nobody may access it if everything is denied by default
 */
export function computeResourceRights(
  accountRow: GrantedRights | undefined,
  groupRows: GrantedRights | undefined,
): Rights | undefined {
  if (accountRow === undefined && groupRows === undefined) return undefined;
  if (accountRow?.isClosed === true) return noRights;
  const byGroups = groupRows === undefined || groupRows.isClosed ? noRights : groupRows.rights;
  return (accountRow?.rights ?? noRights).union(byGroups);
}
