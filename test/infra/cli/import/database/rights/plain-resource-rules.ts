import type { SourceUser } from '../../../../../../infra/cli/import/database/rights/source-principals.ts';
import type { Principal } from '../../../../../../infra/cli/import/database/rights/service-rule.ts';
import type { RightsPlan } from '../../../../../../infra/cli/import/database/rights/plan-rights.ts';
import {
  everyoneId,
  type Framework,
  type ResourceRows,
} from '../../../../../../infra/cli/import/database/rights/resource-rules.ts';
import type {
  GrantedRights,
  Right,
} from '../../../../../../infra/cli/import/database/rights/right-sets.ts';
import {
  acceptsWrites,
  guestReads,
  isClosedHere,
  ownRightsAllow,
  principalsHere,
  sourceAllows,
} from './plain-rules.ts';
import type { RandomSource } from './random-source.ts';

/** A resource instance of a model with all nodegroups of the source, and the nodegroups of its tiles. */
export type RandomResource = ResourceRows & {
  readonly tiles: readonly string[];
  readonly framework: Framework;
};

type Grants = ReadonlyMap<Principal, GrantedRights>;

/** Whether the source lets a user do something with a resource instance over HTTP. */
export function sourceAllowsResource(
  source: RandomSource,
  resource: RandomResource,
  user: SourceUser | undefined,
  right: Right,
): boolean {
  if (user === undefined || !user.isActive) return false;
  if (user.isSuperuser) return true;
  if (right !== 'read' && !acceptsWrites(source, user)) return false;
  const own = resource.rows.accounts.get(user.id);
  const ofGroups = user.groups.flatMap((group) => resource.rows.groups.get(group) ?? []);
  if (own === undefined && ofGroups.length === 0) {
    if (resource.framework === 'default-deny') return resource.principalUser === user.id;
    const allows = (id: string) => sourceAllows(source, user, id, right);
    const isSome = source.nodegroups.some(({ id }) => allows(id));
    return right === 'delete' ? isSome && resource.tiles.every((id) => allows(id)) : isSome;
  }
  if (own?.isClosed === true) return false;
  if (own?.rights.has(right) === true) return true;
  if (ofGroups.some(({ isClosed }) => isClosed)) return false;
  return ofGroups.some(({ rights }) => rights.has(right));
}

/** Whether Guest may see the resource instance here. */
export function guestViews(source: RandomSource, plan: RightsPlan, grants: Grants): boolean {
  const grant = grants.get('group 1');
  if (grant !== undefined) return !grant.isClosed && grant.rights.has('read');
  return source.nodegroups.some(({ id }) => guestReads(source, plan, id));
}

/** Whether an account may do something with the resource instance here. */
export function hereAllowsResource(
  source: RandomSource,
  plan: RightsPlan,
  grants: Grants,
  resource: RandomResource,
  user: SourceUser,
  right: Right,
): boolean {
  if (!user.isActive) return false;
  if (user.isSuperuser) return true;
  if (source.nodegroups.some(({ isOfSystemSettings }) => isOfSystemSettings)) return false;
  const own = grants.get(`account ${user.id}`);
  const ofGroups = [...user.groups, everyoneId].flatMap((id) => grants.get(`group ${id}`) ?? []);
  const isClosed = own === undefined ? ofGroups.some((grant) => grant.isClosed) : own.isClosed;
  const canDo = (of: Right): boolean => {
    if (own !== undefined) return !own.isClosed && own.rights.has(of);
    if (ofGroups.length > 0) return !isClosed && ofGroups.some(({ rights }) => rights.has(of));
    const allows = (id: string) => ownRightsAllow(source, plan, user, id, of);
    const isSome = source.nodegroups.some(({ id }) => allows(id));
    return of === 'delete' ? isSome && resource.tiles.every((id) => allows(id)) : isSome;
  };
  const isEverythingClosed = source.nodegroups.every(
    ({ id }) =>
      !guestReads(source, plan, id) || isClosedHere(source, plan, principalsHere(user), id),
  );
  const viewsAsGuest =
    guestViews(source, plan, grants) &&
    !isClosed &&
    !(isEverythingClosed && !grants.has('group 1'));
  const canView = canDo('read') || viewsAsGuest;
  return right === 'read' ? canView : canView && canDo(right);
}
