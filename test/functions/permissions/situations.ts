import { systemSettingsGraph } from '../../infra/schema/permission-world.ts';
import { mayRead, maySee, readableTiles } from './rules.ts';
import { isThere, textOf, type Text } from './texts.ts';
import {
  nodegroupsOf,
  theOne,
  type Caller,
  type Nodegroup,
  type Resource,
  type World,
} from './world.ts';

/** Something about a world that chance alone seldom brings about. */
export type Situation = (world: World) => boolean;

/** What would be told wrongly if a single rule were not kept. */
export const situations: Readonly<Record<string, Situation>> = {
  'as it comes': () => true,
  'a name closed by the nodegroup of a name in it': (world) =>
    someName(world, (own, all, caller) => {
      const closed = closedNodegroups(world, caller, all.nodegroups);
      return (
        closed.length > 0 &&
        closed.every((id) => !own.nodegroups.includes(id)) &&
        closedResources(world, caller, all.resources).length === 0
      );
    }),
  'a name closed by a resource instance whose name is in a name in it': (world) =>
    someName(world, (own, all, caller) => {
      const closed = closedResources(world, caller, all.resources);
      return (
        closed.length > 0 &&
        closed.every((id) => !own.resources.includes(id)) &&
        closedNodegroups(world, caller, all.nodegroups).length === 0
      );
    }),
  'a resource instance open by its own grant alone': (world) =>
    someVisible(
      world,
      (resource, caller) =>
        !nodegroupsOf(world).some(
          (nodegroup) =>
            nodegroup.graphId === resource.graphId && mayRead(world, caller, nodegroup),
        ),
    ),
  'a tile closed by a nodegroup above alone': (world) =>
    someVisible(world, (resource, caller) =>
      resource.tiles.some(({ nodegroupId }) =>
        isClosedFromAbove(world, caller, theOne(nodegroupsOf(world), nodegroupId)),
      ),
    ),
  'a tile open below one that is closed': (world) =>
    someVisible(world, (resource, caller) => {
      const open = readableTiles(world, caller, resource);
      return open.some(
        ({ parentId }) => parentId !== null && open.every(({ id }) => id !== parentId),
      );
    }),
  'system settings': (world) =>
    world.resources.some(({ graphId }) => graphId === systemSettingsGraph),
};

function callersOf({ accounts }: World): readonly Caller[] {
  return [null, ...accounts.filter(({ isActive }) => isActive)];
}

function someVisible(
  world: World,
  holds: (resource: Resource, caller: Caller) => boolean,
): boolean {
  return callersOf(world).some((caller) =>
    world.resources.some((resource) => maySee(world, caller, resource) && holds(resource, caller)),
  );
}

/**
 * Whether a name of a resource instance is like that to somebody who may see the resource instance.
 * @param holds is given what the name is made of but for names within the names in it, and all that it is made of
 */
function someName(world: World, holds: (own: Text, all: Text, caller: Caller) => boolean): boolean {
  return someVisible(world, (resource, caller) => {
    const all = textOf(world, resource, 'name', 'en-US');
    const own = textOf(world, resource, 'name', 'en-US', true);
    return all !== undefined && own !== undefined && holds(own, all, caller);
  });
}

function closedNodegroups(world: World, caller: Caller, ids: readonly string[]): readonly string[] {
  const nodegroups = nodegroupsOf(world);
  return ids.filter((id) => !mayRead(world, caller, theOne(nodegroups, id)));
}

function closedResources(world: World, caller: Caller, ids: readonly string[]): readonly string[] {
  return ids.filter((id) => !isThere(world, caller, id));
}

function isClosedFromAbove(world: World, caller: Caller, nodegroup: Nodegroup): boolean {
  const byItself = { ...nodegroup, parentId: null };
  return mayRead(world, caller, byItself) && !mayRead(world, caller, nodegroup);
}
