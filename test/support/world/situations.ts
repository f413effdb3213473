import { systemSettingsGraph, type Access } from './access.ts';
import { evaluateWorldText, type WorldText } from './texts.ts';
import {
  accessIn,
  findById,
  listNodegroups,
  listReadableTiles,
  type WorldNodegroup,
  type WorldResource,
  type World,
} from './world.ts';

/** A condition that a random world meets or not. */
export type WorldSituation = (world: World) => boolean;

/**
 * Situations in which a service with a single broken rule would leak something, the rarest first. A nested name is the name of another
 * resource instance within a name.
 */
export const worldSituations: Readonly<Record<string, WorldSituation>> = {
  'a name closed only by a nodegroup of a nested name': (world) =>
    someVisibleName(world, (own, whole, access) => {
      const closed = whole.nodegroups.filter((id) => !access.mayRead(id));
      return (
        closed.length > 0 &&
        closed.every((id) => !own.nodegroups.includes(id)) &&
        whole.resources.filter((id) => !access.maySee(id)).length === 0
      );
    }),
  'an open tile below a closed tile': (world) =>
    someVisibleResource(world, (resource, access) => {
      const open = listReadableTiles(access, resource);
      return open.some(
        ({ parentId }) => parentId !== null && open.every(({ id }) => id !== parentId),
      );
    }),
  'a name closed only by a resource instance of a nested name': (world) =>
    someVisibleName(world, (own, whole, access) => {
      const closed = whole.resources.filter((id) => !access.maySee(id));
      return (
        closed.length > 0 &&
        closed.every((id) => !own.resources.includes(id)) &&
        whole.nodegroups.filter((id) => !access.mayRead(id)).length === 0
      );
    }),
  'a tile closed only by a nodegroup above it': (world) =>
    someVisibleResource(world, (resource, access) =>
      resource.tiles.some(({ nodegroupId }) =>
        isClosedFromAbove(world, access, findById(listNodegroups(world), nodegroupId)),
      ),
    ),
  'a resource instance visible only by a grant on it': (world) =>
    someVisibleResource(
      world,
      (resource, access) =>
        !listNodegroups(world).some(
          (nodegroup) => nodegroup.graphId === resource.graphId && access.mayRead(nodegroup.id),
        ),
    ),
  'system settings closed to a caller with a grant on them': (world) =>
    someCaller(world, (access) =>
      world.resources.some(
        ({ id, graphId }) =>
          graphId === systemSettingsGraph &&
          !access.maySee(id) &&
          access.grantedResourceRights(id)?.view === true,
      ),
    ),
  'a readable tile that refers to a closed resource instance': (world) =>
    someCaller(world, (access) => countClosedReferences(world, access) > 0),
  // Most broken rules also leak in worlds without a rare situation.
  'any world': () => true,
};

/** How often tiles that a caller may read refer to resource instances that the caller may not see. */
export function countClosedReferences(world: World, access: Access): number {
  const closedIds = new Set(
    world.resources.filter((resource) => !access.maySee(resource.id)).map(({ id }) => id),
  );
  return world.resources
    .filter((resource) => access.maySee(resource.id))
    .flatMap((resource) => listReadableTiles(access, resource))
    .flatMap(({ values }) => Object.values(values).flatMap(({ refersTo }) => refersTo))
    .filter((id) => closedIds.has(id)).length;
}

function someCaller(world: World, condition: (access: Access) => boolean): boolean {
  const accounts = world.rights.account.filter((row) => row.is_active).map((row) => row.account_id);
  return [null, ...accounts].some((accountId) => condition(accessIn(world, accountId)));
}

function someVisibleResource(
  world: World,
  condition: (resource: WorldResource, access: Access) => boolean,
): boolean {
  return someCaller(world, (access) =>
    world.resources.some((resource) => access.maySee(resource.id) && condition(resource, access)),
  );
}

/**
 * Whether any caller can see a resource instance whose name meets a condition.
 * @param condition gets the own text of the name, without the names of other resource instances, and the whole name
 */
function someVisibleName(
  world: World,
  condition: (own: WorldText, whole: WorldText, access: Access) => boolean,
): boolean {
  return someVisibleResource(world, (resource, access) => {
    const wholeName = evaluateWorldText(world, resource, 'name', 'en-US');
    const ownName = evaluateWorldText(world, resource, 'name', 'en-US', true);
    return (
      wholeName !== undefined && ownName !== undefined && condition(ownName, wholeName, access)
    );
  });
}

/** Whether a nodegroup is closed only by a grant of no_access on a nodegroup above: without a parent it would be readable. */
function isClosedFromAbove(world: World, access: Access, nodegroup: WorldNodegroup): boolean {
  if (nodegroup.parentId === null || access.mayRead(nodegroup.id)) return false;
  const models = world.models.map((model) => ({
    ...model,
    nodegroups: model.nodegroups.map((other) =>
      other.id === nodegroup.id ? { ...other, parentId: null } : other,
    ),
  }));
  return accessIn({ ...world, models }, access.accountId).mayRead(nodegroup.id);
}
