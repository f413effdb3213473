import { globalRights, type Caller, type SourcePrincipals } from './callers.ts';
import type { NodegroupFacts } from './nodegroup-facts.ts';
import type { ResourceRules } from './resource-rules.ts';
import {
  joinRows,
  noRights,
  toGrant,
  type NamedRights,
  type ObjectRows,
  type Right,
  type Rights,
} from './right-sets.ts';
import { resourceRightsByRows } from './source-rule.ts';

const readRight: Rights = new Set<Right>(['read']);

/** Removes the rights of Guest, but not its denials, so that nothing is opened to everybody unintentionally. */
export function closeGuestRows(rows: ObjectRows, guestId: number | undefined): ObjectRows {
  const row = guestId === undefined ? undefined : rows.groups.get(guestId);
  if (guestId === undefined || row === undefined) return rows;
  const groups = new Map(rows.groups).set(guestId, { ...row, rights: noRights });
  return { ...rows, groups };
}

/**
 * The rights of the groups on every nodegroup, as defaults here. Guest gets reading only if it is opened, and if callers without a token have
 * it in the source, whose account there may be in other groups as well.
 */
export function planDefaults(
  { groups, guestId }: SourcePrincipals,
  anonymous: Caller | undefined,
  opensGuest: boolean,
): ReadonlyMap<number, Rights> {
  const rightsOfGroups = new Map(groups.map(({ id, rights }) => [id, rights]));
  const ofAnonymous =
    anonymous?.isActive === true ? globalRights(anonymous, rightsOfGroups) : noRights;
  const guestRights = (rights: Rights): Rights => {
    if (!opensGuest) return noRights;
    return ofAnonymous.has('read') ? rights : rights.difference(readRight);
  };
  return new Map(
    groups.map(({ id, rights }) => [id, id === guestId ? guestRights(rights) : rights]),
  );
}

/** The rights of the groups in the source, without those of Guest unless it is opened: the most that they may get here. */
export function limitsOfGroups(
  { groups, guestId }: SourcePrincipals,
  opensGuest: boolean,
): NodegroupFacts['rightsOfGroups'] {
  return new Map(
    groups.map(({ id, rights }) => [id, id === guestId && !opensGuest ? noRights : rights]),
  );
}

/**
 * Plans the grant of Guest on a resource instance. It stands for callers without a token, whose account in the source may be in other groups as well.
 * @returns undefined if its nodegroups decide
 */
export function planGuestGrant(
  rows: ObjectRows,
  { principals: { anonymous, guestId }, framework, opensGuest }: ResourceRules,
): NamedRights | undefined {
  const row = guestId === undefined ? undefined : rows.groups.get(guestId);
  const byRows = resourceRightsByRows(
    anonymous === undefined ? undefined : rows.accounts.get(anonymous.id),
    joinRows((anonymous?.groups ?? []).map((group) => rows.groups.get(group))),
  );
  const isDenied = framework === 'default-deny';
  const isReadable =
    anonymous !== undefined && (byRows === undefined ? !isDenied : byRows.has('read'));
  if (row === undefined && !isDenied && (isReadable || byRows === undefined)) return undefined;
  const named = row === undefined ? undefined : toGrant(row);
  const rights = named === undefined ? readRight : named.rights;
  return {
    rights: !opensGuest ? noRights : isReadable ? rights : rights.difference(readRight),
    isClosed: named?.isClosed ?? false,
  };
}
