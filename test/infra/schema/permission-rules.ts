import type { Caller } from '../../../lib/model/accounts/caller.ts';
import {
  systemSettingsGraph,
  type Grant,
  type Group,
  type Nodegroup,
  type NodegroupRights,
  type Principal,
  type Resource,
  type ResourceRights,
  type World,
} from './permission-world.ts';

/*
 * The permission rules once more, one nodegroup and one resource instance at a time, as they are told in
 * words: what the SQL functions must agree with.
 */

const noRights: NodegroupRights = { read: false, write: false, delete: false };
const allRights: NodegroupRights = { read: true, write: true, delete: true };

function activeAccount(world: World, caller: Caller) {
  return world.accounts.find(({ id, isActive }) => id === caller && isActive);
}

/** The groups of a caller: Guest for the anonymous one, none for an account that is unknown or deactivated. */
function groupsOf(world: World, caller: Caller): readonly Group[] {
  if (caller === null) return world.groups.filter(({ name }) => name === 'Guest');
  const groups = activeAccount(world, caller)?.groups ?? [];
  return world.groups.filter(({ id }) => groups.includes(id));
}

export function isAdministrator(world: World, caller: Caller): boolean {
  if (caller === null) return false;
  if (activeAccount(world, caller)?.isAdministrator === true) return true;
  return groupsOf(world, caller).some((group) => group.isAdministrator);
}

/** A caller's account and groups, each with what it may do by default. An account has no defaults of its own. */
function principalsOf(
  world: World,
  caller: Caller,
): readonly { readonly principal: Principal; readonly defaults: NodegroupRights }[] {
  const account = activeAccount(world, caller);
  return [
    ...(account === undefined
      ? []
      : [{ principal: { kind: 'account' as const, id: account.id }, defaults: noRights }]),
    ...groupsOf(world, caller).map(({ id, defaults }) => ({
      principal: { kind: 'group' as const, id },
      defaults,
    })),
  ];
}

function isTo({ to }: Grant<unknown>, { kind, id }: Principal): boolean {
  return to.kind === kind && to.id === id;
}

/** The nodegroup and those above it. */
function withThoseAbove(world: World, nodegroup: Nodegroup): readonly Nodegroup[] {
  const parent = world.nodegroups.find(({ id }) => id === nodegroup.parentId);
  return parent === undefined ? [nodegroup] : [nodegroup, ...withThoseAbove(world, parent)];
}

/** What a caller may do with a nodegroup: reading is also given by what Guest may read. */
export function nodegroupRights(
  world: World,
  caller: Caller,
  nodegroup: Nodegroup,
): NodegroupRights {
  if (isAdministrator(world, caller)) return allRights;
  const own = ownNodegroupRights(world, caller, nodegroup);
  if (own === undefined) return noRights;
  return { ...own, read: own.read || mayReadAsGuest(world, caller, nodegroup) };
}

/** What a caller's own account and groups give, administrators aside; undefined where they close the nodegroup. */
function ownNodegroupRights(
  world: World,
  caller: Caller,
  nodegroup: Nodegroup,
): NodegroupRights | undefined {
  if (nodegroup.graphId === systemSettingsGraph) return undefined;
  const principals = principalsOf(world, caller);
  const isClosed = withThoseAbove(world, nodegroup).some((one) =>
    world.nodegroupGrants.some(
      (grant) =>
        grant.on === one.id &&
        grant.noAccess &&
        principals.some(({ principal }) => isTo(grant, principal)),
    ),
  );
  if (isClosed) return undefined;
  const counting = principals.map(
    ({ principal, defaults }) =>
      world.nodegroupGrants.find((grant) => grant.on === nodegroup.id && isTo(grant, principal)) ??
      defaults,
  );
  return {
    read: counting.some(({ read }) => read),
    write: counting.some(({ write }) => write),
    delete: counting.some((rights) => rights.delete),
  };
}

/** Whether Guest may read a nodegroup, and the caller is an active account that nothing of its own closes it to. */
function mayReadAsGuest(world: World, caller: Caller, nodegroup: Nodegroup): boolean {
  return (
    activeAccount(world, caller) !== undefined &&
    ownNodegroupRights(world, caller, nodegroup) !== undefined &&
    ownNodegroupRights(world, null, nodegroup)?.read === true
  );
}

function grantsTo(
  world: World,
  caller: Caller,
  resource: Resource,
): readonly Grant<ResourceRights>[] {
  return principalsOf(world, caller).flatMap(({ principal }) =>
    world.resourceGrants.filter((grant) => grant.on === resource.id && isTo(grant, principal)),
  );
}

/** Whether a resource instance has grants that count for a caller: of its account and groups, or of Guest where it is an active account. */
export function hasGrants(world: World, caller: Caller, resource: Resource): boolean {
  const ofGuest = activeAccount(world, caller) === undefined ? [] : grantsTo(world, null, resource);
  return [...grantsTo(world, caller, resource), ...ofGuest].length > 0;
}

/** What the grants of a resource instance say of a caller; undefined where none touches the caller. */
export function resourceDecision(
  world: World,
  caller: Caller,
  resource: Resource,
): ResourceRights | undefined {
  const touching = grantsTo(world, caller, resource);
  const own = touching.filter(({ to }) => to.kind === 'account');
  const counting = own.length > 0 ? own : touching;
  if (counting.length === 0) return undefined;
  const isOpen = !counting.some(({ noAccess }) => noAccess);
  return {
    view: isOpen && counting.some(({ view }) => view),
    change: isOpen && counting.some(({ change }) => change),
    delete: isOpen && counting.some((grant) => grant.delete),
  };
}

/** Whether a caller may see that a resource instance exists. */
export function isVisible(world: World, caller: Caller, resource: Resource): boolean {
  if (isAdministrator(world, caller)) return true;
  if (resource.graphId === systemSettingsGraph) return false;
  const ofGraph = world.nodegroups.filter(({ graphId }) => graphId === resource.graphId);
  const byOwnRights =
    resourceDecision(world, caller, resource)?.view ??
    ofGraph.some((one) => ownNodegroupRights(world, caller, one)?.read === true);
  if (byOwnRights) return true;
  if (activeAccount(world, caller) === undefined) return false;
  if (grantsTo(world, caller, resource).some(({ noAccess }) => noAccess)) return false;
  return (
    resourceDecision(world, null, resource)?.view ??
    ofGraph.some((one) => mayReadAsGuest(world, caller, one))
  );
}

/** What a caller may do with a resource instance. */
export function resourceRights(world: World, caller: Caller, resource: Resource): ResourceRights {
  if (isAdministrator(world, caller)) return { view: true, change: true, delete: true };
  const view = isVisible(world, caller, resource);
  if (!view || caller === null) return { view, change: false, delete: false };
  const decision = resourceDecision(world, caller, resource);
  if (decision !== undefined) return { ...decision, view };
  const rightsIn = (nodegroups: readonly Nodegroup[]): readonly NodegroupRights[] =>
    nodegroups.map((nodegroup) => nodegroupRights(world, caller, nodegroup));
  const ofGraph = rightsIn(world.nodegroups.filter((one) => one.graphId === resource.graphId));
  const ofTiles = rightsIn(
    world.nodegroups.filter(({ id }) => resource.tileNodegroups.includes(id)),
  );
  return {
    view,
    change: ofGraph.some(({ write }) => write),
    delete: ofGraph.some((rights) => rights.delete) && ofTiles.every((rights) => rights.delete),
  };
}

/** Whether a caller may see a text that was built from nodegroups and the names of resource instances. */
export function isTextReadable(
  world: World,
  caller: Caller,
  { nodegroups, resources }: Resource['needs'],
): boolean {
  const areReadable = nodegroups.every((needed) =>
    world.nodegroups.some(
      (nodegroup) => nodegroup.id === needed && nodegroupRights(world, caller, nodegroup).read,
    ),
  );
  const areVisible = resources.every((needed) =>
    world.resources.some(
      (resource) => resource.id === needed && isVisible(world, caller, resource),
    ),
  );
  return areReadable && areVisible;
}

/** The accounts whose provisional edits a caller may see: the caller's own, or all of them as a reviewer. */
export function readableEditors(world: World, caller: Caller): readonly number[] {
  const isReviewer =
    caller !== null && groupsOf(world, caller).some(({ name }) => name === 'Resource Reviewer');
  if (isReviewer || isAdministrator(world, caller)) return world.editors;
  return world.editors.filter((id) => id === activeAccount(world, caller)?.id);
}

/** Whether there is anything at all that a caller may read. */
export function mayReadAnything(world: World, caller: Caller): boolean {
  return (
    isAdministrator(world, caller) ||
    world.nodegroups.some((nodegroup) => nodegroupRights(world, caller, nodegroup).read) ||
    world.resources.some((resource) => isVisible(world, caller, resource))
  );
}

/** Whether a caller may read the thesaurus. */
export function mayReadThesaurus(world: World, caller: Caller): boolean {
  const readsByDefault = (one: Caller): boolean =>
    groupsOf(world, one).some(({ defaults }) => defaults.read);
  return (
    isAdministrator(world, caller) ||
    readsByDefault(caller) ||
    (activeAccount(world, caller) !== undefined && readsByDefault(null))
  );
}

/** What a text needs without the names of others in it: here, its first nodegroup. */
export function ownNeeds({ nodegroups }: Resource['needs']): Resource['needs'] {
  return { nodegroups: nodegroups.slice(0, 1), resources: [] };
}
