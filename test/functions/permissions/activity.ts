import { isAbsoluteIri } from '../../../lib/rdf/iri.ts';
import { mayDoEverything, mayRead, maySee } from './rules.ts';
import { sentinelsOf } from './sentinels.ts';
import {
  nodegroupsOf,
  type Caller,
  type GoneResource,
  type Resource,
  type World,
} from './world.ts';

/** An item of the activity stream. */
export type Activity = {
  readonly ordinal: number;
  readonly type: 'Create' | 'Update' | 'Delete';
  readonly resourceId: string;
  readonly graphId: string;
  /** Of a deletion: whether it met grants. */
  readonly hadGrants: boolean;
};

type WithoutOrdinal = Omit<Activity, 'ordinal'>;

/** The whole stream of a world: what was done to one resource instance after the other. */
export function activityOf({ resources, gone }: World): readonly Activity[] {
  return [...resources, ...gone]
    .flatMap(lifeOf)
    .map((activity, place) => ({ ...activity, ordinal: place + 1 }));
}

/** Each creation, change and deletion; what was deleted and is there was created again. */
function lifeOf(resource: Resource | GoneResource): readonly WithoutOrdinal[] {
  const { id: resourceId, graphId, past } = resource;
  const activity = (type: Activity['type'], hadGrants = false): WithoutOrdinal => ({
    type,
    resourceId,
    graphId,
    hadGrants,
  });
  const isGone = !('tiles' in resource);
  const after = past.flatMap((edit, place): readonly WithoutOrdinal[] => {
    if (edit.kind !== 'delete') return [activity('Update')];
    const deletion = activity('Delete', edit.hadGrants);
    const isLast = isGone && place === past.length - 1;
    return isLast ? [deletion] : [deletion, activity('Create')];
  });
  return [activity('Create'), ...after];
}

/** Whether a caller with the right history may know what an item is about. */
export function mayKnow(world: World, caller: Caller, item: Activity): boolean {
  if (mayDoEverything(world, caller)) return true;
  const deletions = activityOf(world).filter(
    ({ resourceId, type, ordinal }) =>
      resourceId === item.resourceId && type === 'Delete' && ordinal >= item.ordinal,
  );
  if (deletions.some(({ hadGrants }) => hadGrants)) return false;
  const mayReadModel = nodegroupsOf(world).some(
    (nodegroup) => nodegroup.graphId === item.graphId && mayRead(world, caller, nodegroup),
  );
  const resource = world.resources.find(({ id }) => id === item.resourceId);
  if (resource === undefined) return mayReadModel;
  return maySee(world, caller, resource) && (deletions.length === 0 || mayReadModel);
}

/** What an item shows of what it is about: its URI, and its class or, where its model has none, its model. */
export function shownOf({ models }: World, { resourceId, graphId }: Activity): readonly string[] {
  const rootClass = models.find((model) => model.graphId === graphId)?.rootClass ?? null;
  const isFull = rootClass !== null && isAbsoluteIri(rootClass);
  return sentinelsOf([resourceId, rootClass, isFull ? null : graphId]);
}
