import type { UniqueConstraint } from '../graphs/graph.ts';
import type { ResourceId } from '../ids.ts';
import type { ModelLookup } from './comparison-context.ts';
import type { DocumentProblem } from './document-problem.ts';
import type { TileDifference } from './tile-difference.ts';
import type { UniqueCheck } from './resource-write.ts';
import type { StoredTile } from './stored-resource.ts';
import { nodeLabel } from './merge-tile-values.ts';

type TileToCheck = Pick<StoredTile, 'tileId' | 'nodegroupId' | 'data'> & {
  readonly resourceId: ResourceId;
  readonly pointer: string;
  /** The ids of the nodes with changed values; `all` counts every value as changed. */
  readonly changed: readonly string[] | 'all';
};

/**
 * Plans the checks of unique constraints: one for each combination of values in which a value has changed. The unchanged combinations of
 * the same constraints are added for comparison. A combination with a null is never a duplicate. The database compares the values, so that
 * stored and new values are compared by the same rule.
 * @rule Writing: Who refuses a value that is not unique?
 */
export function planUniqueChecks(
  tiles: readonly TileToCheck[],
  model: ModelLookup,
): readonly UniqueCheck[] {
  const checks = tiles.flatMap((tile) => {
    const constraints = model.nodegroups.get(tile.nodegroupId)?.constraints ?? [];
    return constraints
      .filter(({ nodeIds }) => nodeIds.every((nodeId) => (tile.data[nodeId] ?? null) !== null))
      .map((constraint) => toUniqueCheck(constraint, tile));
  });
  const checkedConstraintIds = new Set(
    checks.flatMap(({ is_asked: reportsDuplicate, constraint_id: id }) =>
      reportsDuplicate ? [id] : [],
    ),
  );
  return checks.filter(({ constraint_id: id }) => checkedConstraintIds.has(id));
}

/** Lists the tiles that are created or updated. */
export function listTilesToCheck(
  differences: readonly TileDifference[],
  resourceId: ResourceId,
): readonly TileToCheck[] {
  return differences.flatMap(({ after, pointer, changed }) =>
    after === null ? [] : [{ ...after, resourceId, pointer, changed }],
  );
}

function toUniqueCheck(
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
 * Describes values that are not unique.
 * @param hint the last sentence of the message: what to do, or what the service did
 * @param holder URI of a visible resource instance that has the values; undefined if the message must not name it
 */
export function createNotUniqueProblem(
  { nodeIds }: { readonly nodeIds: readonly string[] },
  pointer: string,
  model: ModelLookup,
  hint = 'Write another value.',
  holder?: string,
): DocumentProblem {
  const names = nodeIds.flatMap((nodeId) => {
    const node = model.nodes.get(nodeId);
    return node === undefined ? [] : [nodeLabel(node)];
  });
  const location = holder === undefined ? 'another tile' : `a tile of ${holder}`;
  return {
    code: 'value_not_unique',
    pointer,
    message: `${names.join(', ')}: ${location} already has the same value, which must be unique. ${hint}`,
    ...(holder === undefined ? {} : { holder }),
  };
}
