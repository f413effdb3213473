import type { Access } from '../../support/world/access.ts';
import { isAbsoluteIri } from '../../../lib/rdf/iri.ts';
import { sentinelsOf } from '../../support/world/sentinels.ts';
import {
  listNodegroups,
  type DeletedResource,
  type WorldResource,
  type World,
} from '../../support/world/world.ts';

export type WorldActivity = {
  readonly ordinal: number;
  readonly type: 'Create' | 'Update' | 'Delete';
  readonly resourceId: string;
  readonly graphId: string;
  /** Whether a deleted resource instance had grants. */
  readonly hadGrants: boolean;
};

type WithoutOrdinal = Omit<WorldActivity, 'ordinal'>;

/** The whole activity stream of a world, in the order of resource instances. */
export function worldActivity({
  resources,
  deleted: deletedResources,
}: World): readonly WorldActivity[] {
  return [...resources, ...deletedResources]
    .flatMap(activitiesOf)
    .map((activity, index) => ({ ...activity, ordinal: index + 1 }));
}

/** Each creation, change and deletion. A resource instance that was deleted and exists was created again. */
function activitiesOf(resource: WorldResource | DeletedResource): readonly WithoutOrdinal[] {
  const { id: resourceId, graphId, past } = resource;
  const activity = (type: WorldActivity['type'], hadGrants = false): WithoutOrdinal => ({
    type,
    resourceId,
    graphId,
    hadGrants,
  });
  const isDeleted = !('tiles' in resource);
  const laterActivities = past.flatMap((edit, index): readonly WithoutOrdinal[] => {
    if (edit.kind !== 'delete') return [activity('Update')];
    const deletion = activity('Delete', edit.hadGrants);
    const isLast = isDeleted && index === past.length - 1;
    return isLast ? [deletion] : [deletion, activity('Create')];
  });
  return [activity('Create'), ...laterActivities];
}

/** Whether a caller with the right `history` may know which resource instance an item is about. */
export function mayKnowActivity(world: World, access: Access, item: WorldActivity): boolean {
  if (access.isAdministrator) return true;
  const deletions = worldActivity(world).filter(
    ({ resourceId, type, ordinal }) =>
      resourceId === item.resourceId && type === 'Delete' && ordinal >= item.ordinal,
  );
  if (deletions.some(({ hadGrants }) => hadGrants)) return false;
  const mayReadModel = listNodegroups(world).some(
    (nodegroup) => nodegroup.graphId === item.graphId && access.mayRead(nodegroup.id),
  );
  const resource = world.resources.find(({ id }) => id === item.resourceId);
  if (resource === undefined) return mayReadModel;
  return access.maySee(resource.id) && (deletions.length === 0 || mayReadModel);
}

/** What an item shows of its resource instance: the URI, and the class or, where the model has none, the model. */
export function activitySentinels(
  { models }: World,
  { resourceId, graphId }: WorldActivity,
): readonly string[] {
  const rootClass = models.find((model) => model.graphId === graphId)?.rootClass ?? null;
  const isAbsolute = rootClass !== null && isAbsoluteIri(rootClass);
  return sentinelsOf([resourceId, rootClass, isAbsolute ? null : graphId]);
}
