import { computeGlobalRights, type Caller } from './callers.ts';
import type { SourcePrincipals } from './source-principals.ts';
import { limitToHttp, type HttpWriters } from './http-writers.ts';
import type { NodegroupFacts } from './nodegroup-facts.ts';
import type { ResourceRules } from './resource-rules.ts';
import {
  joinRows,
  noRights,
  readRight,
  toGrant,
  type GrantedRights,
  type ObjectRows,
  type Rights,
} from './right-sets.ts';
import { computeResourceRights } from './source-rule.ts';

/** Removes the rights that rows give to Guest, but not its denials, so that nothing is opened to everybody unintentionally. */
export function removeRightsOfGuest(rows: ObjectRows, guestId: number | undefined): ObjectRows {
  const guestRow = guestId === undefined ? undefined : rows.groups.get(guestId);
  if (guestId === undefined || guestRow === undefined) return rows;
  const groups = new Map(rows.groups).set(guestId, { ...guestRow, rights: noRights });
  return { ...rows, groups };
}

/**
 * Plans the defaults of the groups: their rights in the source on every nodegroup, of which only those of editors include writing. Guest
 * gets rights only if `opensGuest`, and may read only if callers without a token may read in the source. This depends on all groups of
 * their account there, not only on Guest.
 * @rule Imports and exports: Which grants and defaults follow from the rights of another platform?
 */
export function planDefaults(
  { groups, guestId }: SourcePrincipals,
  anonymous: Caller | undefined,
  opensGuest: boolean,
  httpWriters: HttpWriters,
): ReadonlyMap<number, Rights> {
  const rightsOfGroups = new Map(groups.map(({ id, rights }) => [id, rights]));
  const anonymousRights =
    anonymous?.isActive === true ? computeGlobalRights(anonymous, rightsOfGroups) : noRights;
  const limitGuestRights = (rights: Rights): Rights => {
    if (!opensGuest) return noRights;
    return anonymousRights.has('read') ? rights : rights.difference(readRight);
  };
  return new Map(
    groups.map(({ id, rights }) => {
      const usableRights = limitToHttp(rights, httpWriters.isEditorGroup(id));
      return [id, id === guestId ? limitGuestRights(usableRights) : usableRights];
    }),
  );
}

/** Returns the most rights that the groups may get: those in the source, but none for Guest unless `opensGuest`. */
export function limitsOfGroups(
  { groups, guestId }: SourcePrincipals,
  opensGuest: boolean,
): NodegroupFacts['rightsOfGroups'] {
  return new Map(
    groups.map(({ id, rights }) => [id, id === guestId && !opensGuest ? noRights : rights]),
  );
}

/**
 * Plans the grant of Guest on a resource instance. It applies to callers without a token. Their account in the source may also be in other
 * groups, whose rows count, too.
 * @returns undefined if no grant is needed, so that the rights on nodegroups decide
 */
export function planGuestGrant(
  rows: ObjectRows,
  { principals: { anonymous, guestId }, framework, opensGuest }: ResourceRules,
): GrantedRights | undefined {
  const guestRow = guestId === undefined ? undefined : rows.groups.get(guestId);
  const rightsByRows = computeResourceRights(
    anonymous === undefined ? undefined : rows.accounts.get(anonymous.id),
    joinRows((anonymous?.groups ?? []).map((group) => rows.groups.get(group))),
  );
  const isDeniedByDefault = framework === 'default-deny';
  const isReadable =
    anonymous !== undefined &&
    (rightsByRows === undefined ? !isDeniedByDefault : rightsByRows.has('read'));
  if (guestRow === undefined && !isDeniedByDefault && (isReadable || rightsByRows === undefined))
    return undefined;
  const guestGrant = guestRow === undefined ? undefined : toGrant(guestRow);
  const rights = guestGrant === undefined ? readRight : guestGrant.rights;
  return {
    rights: !opensGuest ? noRights : isReadable ? rights : rights.difference(readRight),
    isClosed: guestGrant?.isClosed ?? false,
  };
}
