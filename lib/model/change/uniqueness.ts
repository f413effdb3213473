import type { UniqueConstraint } from '../graphs/graph.ts';
import type { ResourceId } from '../ids.ts';
import type { ModelLookup } from './change-context.ts';
import type { DocumentProblem } from './document-problem.ts';
import type { PlannedTileChange } from './plan-tile-changes.ts';
import type { UniqueCheck } from './resource-change.ts';
import type { StoredTile } from './stored-resource.ts';
import { nodeLabel } from './tile-values.ts';

/** A tile that is to be stored, and which of its values are new. */
type TileToCheck = Pick<StoredTile, 'tileId' | 'nodegroupId' | 'data'> & {
  readonly resourceId: ResourceId;
  readonly pointer: string;
  /** Node ids; `all` where each value is to be checked. */
  readonly changed: readonly string[] | 'all';
};

/**
 * What the database is to be asked because of the unique constraints of cards: about each combination of values of which one is new,
 * beside what the other tiles of the change hold. Nulls are equal to nothing. Whether two values are the same is for the database
 * to say, in one place for what is written and what is stored.
 */
export function planUniqueChecks(
  tiles: readonly TileToCheck[],
  model: ModelLookup,
): readonly UniqueCheck[] {
  const checks = tiles.flatMap((tile) => {
    const constraints = model.nodegroups.get(tile.nodegroupId)?.constraints ?? [];
    return constraints
      .filter(({ nodeIds }) => nodeIds.every((nodeId) => (tile.data[nodeId] ?? null) !== null))
      .map((constraint) => checkOf(constraint, tile));
  });
  const checked = new Set(
    checks.flatMap(({ is_asked: isAsked, constraint_id: id }) => (isAsked ? [id] : [])),
  );
  return checks.filter(({ constraint_id: id }) => checked.has(id));
}

/** The tiles of a plan that are there afterwards. */
export function tilesToCheck(
  planned: readonly PlannedTileChange[],
  resourceId: ResourceId,
): readonly TileToCheck[] {
  return planned.flatMap((plan) =>
    plan.change === 'delete'
      ? []
      : [{ ...plan.after, resourceId, pointer: plan.pointer, changed: plan.changed }],
  );
}

function checkOf(
  { constraintId, isAcrossResources, nodeIds }: UniqueConstraint,
  { tileId, nodegroupId, resourceId, data, changed, pointer }: TileToCheck,
): UniqueCheck {
  return {
    constraint_id: constraintId,
    nodegroup_id: nodegroupId,
    resource_id: isAcrossResources ? null : resourceId,
    tile_id: tileId,
    values: Object.fromEntries(nodeIds.map((nodeId) => [nodeId, data[nodeId]])),
    is_asked: changed === 'all' || nodeIds.some((nodeId) => changed.includes(nodeId)),
    pointer,
  };
}

/**
 * Says that values stand somewhere already.
 * @param advice what to do, or what was done
 * @param holder URI of a resource instance that has them, which the reader may see; undefined where it is not said which one does
 */
export function notUniqueProblem(
  { nodeIds }: { readonly nodeIds: readonly string[] },
  pointer: string,
  model: ModelLookup,
  advice = 'Write another value.',
  holder?: string,
): DocumentProblem {
  const names = nodeIds.flatMap((nodeId) => {
    const node = model.nodes.get(nodeId);
    return node === undefined ? [] : [nodeLabel(node)];
  });
  const where = holder === undefined ? 'another tile' : `a tile of ${holder}`;
  return {
    code: 'value_not_unique',
    pointer,
    message: `${names.join(', ')}: ${where} has the same already, and the model allows it once. ${advice}`,
    ...(holder === undefined ? {} : { holder }),
  };
}
