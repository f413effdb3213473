import type { SourceUser } from '../../../../../../infra/cli/import/database/rights/source-principals.ts';
import type { Principal } from '../../../../../../infra/cli/import/database/rights/service-rule.ts';
import type { RightsPlan } from '../../../../../../infra/cli/import/database/rights/plan-rights.ts';
import type {
  GrantedRights,
  ObjectRows,
  Right,
} from '../../../../../../infra/cli/import/database/rights/right-sets.ts';
import type { RandomSource } from './random-source.ts';

// The rules of the source and ours, one account, object and right at a time, word for word as they are described.

type Source = RandomSource;

function rowsFor(user: SourceUser, rows: ObjectRows | undefined): readonly GrantedRights[] {
  const own = rows?.accounts.get(user.id);
  const ofGroups = user.groups.flatMap((group) => rows?.groups.get(group) ?? []);
  return own === undefined ? ofGroups : [own, ...ofGroups];
}

/** Whether the source accepts over HTTP what a user writes. */
export function acceptsWrites(source: Source, user: SourceUser): boolean {
  return user.isSuperuser || user.groups.some((id) => id === source.principals.editorGroupId);
}

/** Whether the source lets a user do something with a nodegroup over HTTP, by its rule for one nodegroup. */
export function sourceAllows(
  source: Source,
  user: SourceUser | undefined,
  nodegroup: string,
  right: Right,
): boolean {
  if (user === undefined || !user.isActive) return false;
  if (user.isSuperuser) return true;
  if (right !== 'read' && !acceptsWrites(source, user)) return false;
  const rows = rowsFor(user, source.rows.get(nodegroup));
  if (rows.some(({ isClosed }) => isClosed)) return false;
  if (rows.length > 0) return rows.some(({ rights }) => rights.has(right));
  return (
    user.rights.has(right) ||
    source.principals.groups.some(({ id, rights }) => user.groups.includes(id) && rights.has(right))
  );
}

/** Whether the rule of the source that selects nodegroups gives a right. */
export function sourceSelects(
  source: Source,
  user: SourceUser,
  nodegroup: string,
  right: Right,
): boolean {
  const rows = rowsFor(user, source.rows.get(nodegroup));
  return rows.length === 0 || rows.some(({ rights }) => rights.has(right));
}

/** Whether a nodegroup or one above is closed to one of these principals here. */
export function isClosedHere(
  source: Source,
  plan: RightsPlan,
  principals: readonly Principal[],
  nodegroup: string,
): boolean {
  const grants = plan.grants.get(nodegroup);
  if (principals.some((principal) => grants?.get(principal)?.isClosed === true)) return true;
  const parent = source.nodegroups.find(({ id }) => id === nodegroup)?.parentId;
  return parent != null && isClosedHere(source, plan, principals, parent);
}

function ownAllows(
  source: Source,
  plan: RightsPlan,
  principals: readonly Principal[],
  nodegroup: string,
  right: Right,
): boolean {
  const place = source.nodegroups.find(({ id }) => id === nodegroup);
  if (place?.isOfSystemSettings !== false) return false;
  if (isClosedHere(source, plan, principals, nodegroup)) return false;
  const grants = plan.grants.get(nodegroup);
  return principals.some((principal) => {
    const grant = grants?.get(principal);
    if (grant !== undefined) return grant.rights.has(right);
    const [kind, id] = principal.split(' ');
    return kind === 'group' && plan.defaults.get(Number(id))?.has(right) === true;
  });
}

export const guestPrincipals: readonly Principal[] = ['group 1'];

export function principalsHere({ id, groups }: SourceUser): readonly Principal[] {
  return [`account ${id}`, ...groups.map((group): Principal => `group ${group}`)];
}

/** Whether Guest may read a nodegroup here. */
export function guestReads(source: Source, plan: RightsPlan, nodegroup: string): boolean {
  return ownAllows(source, plan, guestPrincipals, nodegroup, 'read');
}

/** Whether an account may do something with a nodegroup here by its own rights. */
export function ownRightsAllow(
  source: Source,
  plan: RightsPlan,
  user: SourceUser,
  nodegroup: string,
  right: Right,
): boolean {
  if (!user.isActive) return false;
  return user.isSuperuser || ownAllows(source, plan, principalsHere(user), nodegroup, right);
}

/** Whether an account may do something with a nodegroup here. */
export function hereAllows(
  source: Source,
  plan: RightsPlan,
  user: SourceUser,
  nodegroup: string,
  right: Right,
): boolean {
  if (ownRightsAllow(source, plan, user, nodegroup, right)) return true;
  return (
    right === 'read' &&
    user.isActive &&
    guestReads(source, plan, nodegroup) &&
    !isClosedHere(source, plan, principalsHere(user), nodegroup)
  );
}
