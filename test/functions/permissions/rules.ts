import { systemSettingsGraph } from '../../infra/schema/permission-world.ts';
import {
  nodegroupsOf,
  withThoseAbove,
  type Account,
  type Caller,
  type Edit,
  type Grant,
  type Nodegroup,
  type Resource,
  type Tile,
  type World,
} from './world.ts';

/*
 * The permission rules in the plainest words, for one caller and one thing at a time. What an answer may hold is
 * decided by these alone, not by anything that the service is made of.
 */

/** One that rights can be given to: the account of a caller, or a group that it is in. */
type Principal = Grant['to'] & { readonly byDefault: Pick<Grant, 'mayRead' | 'mayWrite'> };

/** Anonymous callers are in Guest; an account that was deactivated is nobody. */
function principalsOf(world: World, caller: Caller): readonly Principal[] {
  const groups = world.groups.filter(({ id, name }) =>
    caller === null ? name === 'Guest' : caller.isActive && caller.groups.includes(id),
  );
  const ofGroups = groups.map((group): Principal => ({
    kind: 'group',
    id: group.id,
    byDefault: { mayRead: group.readsByDefault, mayWrite: group.writesByDefault },
  }));
  if (caller === null || !caller.isActive) return ofGroups;
  const nothing = { mayRead: false, mayWrite: false };
  return [{ kind: 'account', id: caller.id, byDefault: nothing }, ...ofGroups];
}

/** Whether a caller is an administrator. */
export function mayDoEverything(world: World, caller: Caller): boolean {
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
  return mayDo(world, caller, nodegroup, 'mayRead');
}

/** Whether a caller was given the right to write tiles of a nodegroup; without a token nobody does. */
export function mayWrite(world: World, caller: Caller, nodegroup: Nodegroup): boolean {
  return caller !== null && mayDo(world, caller, nodegroup, 'mayWrite');
}

function mayDo(
  world: World,
  caller: Caller,
  nodegroup: Nodegroup,
  right: 'mayRead' | 'mayWrite',
): boolean {
  if (mayDoEverything(world, caller)) return true;
  if (isClosed(world, caller, nodegroup)) return false;
  if (isGiven(world, caller, nodegroup, right)) return true;
  return right === 'mayRead' && readsAsGuest(caller) && mayDo(world, null, nodegroup, right);
}

/** What Guest may read, every active account may read that nothing of its own closes it to. */
const readsAsGuest = (caller: Caller): boolean => caller?.isActive === true;

/** Whether a nodegroup is closed to a caller by no_access of its own, here or above; system settings are to all. */
function isClosed(world: World, caller: Caller, nodegroup: Nodegroup): boolean {
  if (nodegroup.graphId === systemSettingsGraph) return true;
  return principalsOf(world, caller).some((principal) =>
    withThoseAbove(nodegroupsOf(world), nodegroup).some(
      ({ id }) => grantTo(principal, id, world.nodegroupGrants)?.noAccess === true,
    ),
  );
}

/** Whether the account or a group of a caller gives a right. */
function isGiven(
  world: World,
  caller: Caller,
  nodegroup: Nodegroup,
  right: 'mayRead' | 'mayWrite',
): boolean {
  return principalsOf(world, caller).some((principal) => {
    const own = grantTo(principal, nodegroup.id, world.nodegroupGrants);
    return (own ?? principal.byDefault)[right];
  });
}

/** Whether a resource instance exists for a caller: by rights of its own, or because it does for Guest and nothing of its own closes it. */
export function maySee(world: World, caller: Caller, resource: Resource): boolean {
  if (mayDoEverything(world, caller)) return true;
  if (resource.graphId === systemSettingsGraph) return false;
  const open = nodegroupsOf(world).filter(
    (one) => one.graphId === resource.graphId && !isClosed(world, caller, one),
  );
  const found = countingGrants(world, caller, resource);
  const isOpen = !found.some(({ noAccess }) => noAccess);
  const seesByOwn =
    found.length > 0
      ? isOpen && found.some((grant) => grant.mayRead)
      : open.some((one) => isGiven(world, caller, one, 'mayRead'));
  if (seesByOwn || !readsAsGuest(caller)) return seesByOwn;
  if (grantsOf(world, caller, resource).some(({ noAccess }) => noAccess)) return false;
  const ofGuest = countingGrants(world, null, resource);
  if (ofGuest.length > 0) return maySee(world, null, resource);
  return open.some((one) => mayRead(world, null, one));
}

/** The grants of a resource instance to a caller's account and groups. */
function grantsOf(world: World, caller: Caller, resource: Resource): readonly Grant[] {
  return principalsOf(world, caller).flatMap(
    (principal) => grantTo(principal, resource.id, world.resourceGrants) ?? [],
  );
}

/** The grants of a resource instance that count for a caller: those to the account, else those to its groups. */
function countingGrants(world: World, caller: Caller, resource: Resource): readonly Grant[] {
  const grants = grantsOf(world, caller, resource);
  const own = grants.filter(({ to }) => to.kind === 'account');
  return own.length > 0 ? own : grants;
}

/** Whether a caller may change a resource instance. */
export function mayChange(world: World, caller: Caller, resource: Resource): boolean {
  if (mayDoEverything(world, caller)) return true;
  if (caller === null || !maySee(world, caller, resource)) return false;
  const found = countingGrants(world, caller, resource);
  if (found.length > 0) return found.some((grant) => grant.mayWrite);
  return nodegroupsOf(world).some(
    (nodegroup) => nodegroup.graphId === resource.graphId && mayWrite(world, caller, nodegroup),
  );
}

/** Whether a caller may delete a resource instance: no world gives that right to anybody but administrators. */
export function mayDelete(world: World, caller: Caller): boolean {
  return mayDoEverything(world, caller);
}

/** Whether a caller may know of a resource model: by a nodegroup, or by a resource instance with a grant of its own. */
export function mayKnowModel(world: World, caller: Caller, graphId: string): boolean {
  const isOfModel = (thing: { readonly graphId: string }): boolean => thing.graphId === graphId;
  return (
    nodegroupsOf(world).some((one) => isOfModel(one) && mayRead(world, caller, one)) ||
    world.resources.some((one) => isOfModel(one) && maySee(world, caller, one))
  );
}

/** Whether a caller may read the profile of an account. */
export function mayReadProfile(world: World, caller: Caller, account: Account): boolean {
  return caller !== null && (caller.id === account.id || mayDoEverything(world, caller));
}

/** The tiles of a resource instance that exist for a caller who may see it. */
export function readableTiles(world: World, caller: Caller, resource: Resource): readonly Tile[] {
  const readable = new Set(
    nodegroupsOf(world)
      .filter((nodegroup) => mayRead(world, caller, nodegroup))
      .map(({ id }) => id),
  );
  return resource.tiles.filter(
    (tile) =>
      readable.has(tile.nodegroupId) &&
      (counts(tile, resource.tiles) || tile.edits.some((edit) => maySeeEdit(world, caller, edit))),
  );
}

/** Whether a tile is more than provisional edits: it has a value, or a tile below it counts. */
export function counts(tile: Tile, tiles: readonly Tile[]): boolean {
  return (
    tile.edits.length === 0 ||
    Object.values(tile.values).some(({ stored }) => stored !== null) ||
    tiles.some((below) => below.parentId === tile.id && counts(below, tiles))
  );
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

/** Whether a caller has the right to read who changed what. */
export function mayReadHistory(world: World, caller: Caller): boolean {
  if (mayDoEverything(world, caller)) return true;
  const groups = principalsOf(world, caller).filter(({ kind }) => kind === 'group');
  return world.groups.some(
    ({ id, readsHistory }) => readsHistory && groups.some((group) => group.id === id),
  );
}

/** Whether a caller may read the thesaurus, which is open to whoever may read by default. */
export function mayReadThesaurus(world: World, caller: Caller): boolean {
  if (mayDoEverything(world, caller)) return true;
  if (readsAsGuest(caller) && mayReadThesaurus(world, null)) return true;
  return principalsOf(world, caller).some(({ byDefault }) => byDefault.mayRead);
}

/** Whether there is anything at all that a caller may read. */
export function mayReadAnything(world: World, caller: Caller): boolean {
  return (
    mayDoEverything(world, caller) ||
    nodegroupsOf(world).some((nodegroup) => mayRead(world, caller, nodegroup)) ||
    world.resources.some((resource) => maySee(world, caller, resource))
  );
}
