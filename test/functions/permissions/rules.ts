import { systemSettingsGraph } from '../../infra/migrations/permission-world.ts';
import {
  nodegroupsOf,
  withThoseAbove,
  type Caller,
  type Edit,
  type Grant,
  type Nodegroup,
  type Resource,
  type Tile,
  type World,
} from './world.ts';

/*
 * The permission rules (design 6) in the plainest words, for one caller and one thing at a time. What an answer may hold is
 * decided by these alone, not by anything that the service is made of.
 */

/** One that rights can be given to: the account of a caller, or a group that it is in. */
type Principal = Grant['to'] & { readonly readsByDefault: boolean };

/** Anonymous callers are in Guest; an account that was deactivated is nobody. */
function principalsOf(world: World, caller: Caller): readonly Principal[] {
  const groups = world.groups.filter(({ id, name }) =>
    caller === null ? name === 'Guest' : caller.isActive && caller.groups.includes(id),
  );
  const ofGroups = groups.map(({ id, readsByDefault }): Principal => ({
    kind: 'group',
    id,
    readsByDefault,
  }));
  if (caller === null || !caller.isActive) return ofGroups;
  return [{ kind: 'account', id: caller.id, readsByDefault: false }, ...ofGroups];
}

function mayDoEverything(world: World, caller: Caller): boolean {
  if (caller === null || !caller.isActive) return false;
  if (caller.isAdministrator) return true;
  return world.groups.some(
    ({ id, isAdministrator }) => isAdministrator && caller.groups.includes(id),
  );
}

function grantTo(principal: Principal, thing: string, grants: readonly Grant[]): Grant | undefined {
  return grants.find(
    ({ on, to }) => on === thing && to.kind === principal.kind && to.id === principal.id,
  );
}

/** Whether a caller may read the tiles of a nodegroup. */
export function mayRead(world: World, caller: Caller, nodegroup: Nodegroup): boolean {
  if (mayDoEverything(world, caller)) return true;
  if (nodegroup.graphId === systemSettingsGraph) return false;
  let isAllowed = false;
  for (const principal of principalsOf(world, caller)) {
    for (const { id } of withThoseAbove(nodegroupsOf(world), nodegroup)) {
      if (grantTo(principal, id, world.nodegroupGrants)?.noAccess === true) return false;
    }
    const own = grantTo(principal, nodegroup.id, world.nodegroupGrants);
    if (own === undefined ? principal.readsByDefault : own.mayRead) isAllowed = true;
  }
  return isAllowed;
}

/** Whether a resource instance exists for a caller. */
export function maySee(world: World, caller: Caller, resource: Resource): boolean {
  if (mayDoEverything(world, caller)) return true;
  if (resource.graphId === systemSettingsGraph) return false;
  const principals = principalsOf(world, caller);
  const grants = (kind: Principal['kind']): readonly Grant[] =>
    principals
      .filter((principal) => principal.kind === kind)
      .flatMap((principal) => grantTo(principal, resource.id, world.resourceGrants) ?? []);
  for (const found of [grants('account'), grants('group')]) {
    if (found.some(({ noAccess }) => noAccess)) return false;
    if (found.length > 0) return found.some((grant) => grant.mayRead);
  }
  return nodegroupsOf(world).some(
    (nodegroup) => nodegroup.graphId === resource.graphId && mayRead(world, caller, nodegroup),
  );
}

/** The tiles of a resource instance that exist for a caller who may see it. */
export function readableTiles(world: World, caller: Caller, resource: Resource): readonly Tile[] {
  const readable = new Set(
    nodegroupsOf(world)
      .filter((nodegroup) => mayRead(world, caller, nodegroup))
      .map(({ id }) => id),
  );
  return resource.tiles.filter(({ nodegroupId }) => readable.has(nodegroupId));
}

/** Whether a caller may see a provisional edit of a readable tile: its author, and reviewers. */
export function maySeeEdit(world: World, caller: Caller, edit: Edit): boolean {
  if (mayDoEverything(world, caller)) return true;
  if (caller === null || !caller.isActive) return false;
  if (caller.id === edit.author) return true;
  return world.groups.some(
    ({ id, name }) => name === 'Resource Reviewer' && caller.groups.includes(id),
  );
}

/** Whether a caller may read the thesaurus, which is open to whoever may read by default. */
export function mayReadThesaurus(world: World, caller: Caller): boolean {
  if (mayDoEverything(world, caller)) return true;
  return principalsOf(world, caller).some(({ readsByDefault }) => readsByDefault);
}

/** Whether there is anything at all that a caller may read. */
export function mayReadAnything(world: World, caller: Caller): boolean {
  return (
    mayDoEverything(world, caller) ||
    nodegroupsOf(world).some((nodegroup) => mayRead(world, caller, nodegroup)) ||
    world.resources.some((resource) => maySee(world, caller, resource))
  );
}
