import type { UniqueConstraint } from '../graph/types.ts';
import type { TileId } from '../ids.ts';
import type { ModelById } from './change-world.ts';
import type { DocumentProblem } from './document-problem.ts';
import type { PlannedTile } from './plan-tiles.ts';
import type { UniqueCheck } from './resource-change.ts';
import { valueKey } from './same-value.ts';
import type { StoredTile } from './stored.ts';
import { nameOf } from './tile-values.ts';

type Asked = {
  readonly constraint: UniqueConstraint;
  readonly tile: StoredTile;
  readonly pointer: string;
};

/** What a document's values are checked against before and while they are stored. */
export type Uniqueness = {
  /** Values that stand twice in this resource instance. */
  readonly problems: readonly DocumentProblem[];
  /** Values that only the database can compare with those of other resource instances. */
  readonly checks: readonly UniqueCheck[];
};

/**
 * The unique constraints of cards, asked of tiles whose values they concern change. Nulls are equal to nothing.
 * @param after the tiles of the resource instance as they are to be
 */
export function uniqueness(
  planned: readonly PlannedTile[],
  after: readonly StoredTile[],
  model: ModelById,
): Uniqueness {
  const asked = planned.flatMap((plan) => constraintsOf(plan, model));
  const holders = holdersOfValues(
    asked.map(({ constraint }) => constraint),
    after,
    model,
  );
  return {
    problems: asked
      .filter(({ constraint, tile }) =>
        holders.get(keyOf(constraint, tile))?.some((tileId) => tileId !== tile.tileId),
      )
      .map(({ constraint, pointer }) => repeatedValue(constraint, pointer, model)),
    checks: asked
      .filter(({ constraint }) => constraint.isAcrossResources)
      .map(({ constraint, tile, pointer }) => ({
        constraint_id: constraint.constraintId,
        nodegroup_id: tile.nodegroupId,
        values: valuesOf(constraint, tile),
        pointer,
      })),
  };
}

function constraintsOf(plan: PlannedTile, model: ModelById): readonly Asked[] {
  if (plan.change === 'delete') return [];
  const { after: tile, pointer, changed } = plan;
  const constraints = model.nodegroups.get(tile.nodegroupId)?.constraints ?? [];
  return constraints
    .filter(({ nodeIds }) => nodeIds.some((nodeId) => changed.includes(nodeId)))
    .filter(({ nodeIds }) => nodeIds.every((nodeId) => (tile.data[nodeId] ?? null) !== null))
    .map((constraint) => ({ constraint, tile, pointer }));
}

function valuesOf({ nodeIds }: UniqueConstraint, tile: StoredTile): UniqueCheck['values'] {
  return Object.fromEntries(nodeIds.map((nodeId) => [nodeId, tile.data[nodeId]]));
}

/** The tiles that have each combination of values that a constraint allows once. */
function holdersOfValues(
  constraints: readonly UniqueConstraint[],
  tiles: readonly StoredTile[],
  model: ModelById,
): ReadonlyMap<string, readonly TileId[]> {
  const asked = new Set(constraints);
  const holders = new Map<string, TileId[]>();
  for (const tile of asked.size === 0 ? [] : tiles) {
    for (const constraint of model.nodegroups.get(tile.nodegroupId)?.constraints ?? []) {
      if (!asked.has(constraint)) continue;
      const key = keyOf(constraint, tile);
      const known = holders.get(key);
      if (known === undefined) holders.set(key, [tile.tileId]);
      else known.push(tile.tileId);
    }
  }
  return holders;
}

function keyOf(constraint: UniqueConstraint, tile: StoredTile): string {
  return `${constraint.constraintId} ${valueKey(valuesOf(constraint, tile))}`;
}

/** Says that values stand somewhere already, without saying where: the writer need not be one who may see it. */
export function repeatedValue(
  { nodeIds }: { readonly nodeIds: readonly string[] },
  pointer: string,
  model: ModelById,
): DocumentProblem {
  const names = nodeIds.flatMap((nodeId) => {
    const node = model.nodes.get(nodeId);
    return node === undefined ? [] : [nameOf(node)];
  });
  return {
    code: 'value_not_unique',
    pointer,
    message: `${names.join(', ')}: another tile has the same already, and the model allows it once. Write another value.`,
  };
}
