import type { ProposedEdits, StoredTileRow } from './queries/misplaced-values.ts';
import { makeTileChange, type LeftoverPlan } from './leftover-plan.ts';

/** The nodegroups whose tiles are removed, and the nodes whose values are removed from other tiles. */
export type RemovedParts = {
  readonly nodegroups: ReadonlySet<string>;
  readonly nodes: ReadonlySet<string>;
  /** The nodes of the new version of the graph. They may have values in tiles of the removed nodegroups. */
  readonly presentNodes: ReadonlySet<string>;
};

/**
 * Plans to remove tiles of nodegroups, and values and proposals of nodes. A tile is kept if it has a value or a proposal of a present node.
 * Its ancestors are kept with it, because it would be deleted with them.
 * @rule Imports and exports: What is kept of a model that its new version lacks, and what removes it?
 * @param stored the tiles of one resource instance
 */
export function planRemoval(removed: RemovedParts, stored: readonly StoredTileRow[]): LeftoverPlan {
  const isKept = (tile: StoredTileRow): boolean =>
    !removed.nodegroups.has(tile.nodegroup_id) || hasValueOfAny(tile, removed.presentNodes);
  const ancestorsOfKept = findAncestors(stored, stored.filter(isKept));
  const plans = stored.map((tile): LeftoverPlan => {
    if (removed.nodegroups.has(tile.nodegroup_id)) {
      return isKept(tile) || ancestorsOfKept.has(tile.tile_id)
        ? { changes: [], values: 0 }
        : { changes: makeTileChange('delete', tile), values: countFilled(tile.data) };
    }
    const data = omitNodes(tile.data, removed.nodes);
    const edits = omitNodesFromProposals(tile, removed.nodes);
    const values = countFilled(tile.data) - countFilled(data);
    const isChanged =
      Object.keys(data).length < Object.keys(tile.data).length || edits !== tile.provisional_edits;
    const changes = isChanged
      ? makeTileChange('update', { ...tile, data, provisional_edits: edits })
      : [];
    return { changes, values };
  });
  return {
    changes: plans.flatMap(({ changes }) => changes),
    values: plans.reduce((sum, { values }) => sum + values, 0),
  };
}

function hasValueOfAny(
  { data, provisional_edits: edits }: StoredTileRow,
  nodes: ReadonlySet<string>,
): boolean {
  return [data, ...Object.values(edits ?? {}).map(({ value }) => value)].some((values) =>
    Object.entries(values).some(([nodeId, value]) => value !== null && nodes.has(nodeId)),
  );
}

/** Finds the ancestors of the given tiles. @returns their ids */
function findAncestors(
  stored: readonly StoredTileRow[],
  tiles: readonly StoredTileRow[],
): ReadonlySet<string> {
  const storedById = new Map<string, StoredTileRow>(stored.map((tile) => [tile.tile_id, tile]));
  const ancestors = new Set<string>();
  for (const tile of tiles) {
    let parentId = tile.parent_tile_id;
    while (parentId !== null && !ancestors.has(parentId)) {
      ancestors.add(parentId);
      parentId = storedById.get(parentId)?.parent_tile_id ?? null;
    }
  }
  return ancestors;
}

type Values = Readonly<Record<string, unknown>>;

function countFilled(data: Values): number {
  return Object.values(data).filter((value) => value !== null).length;
}

function omitNodes(data: Values, nodes: ReadonlySet<string>): Values {
  return Object.fromEntries(Object.entries(data).filter(([nodeId]) => !nodes.has(nodeId)));
}

/** Returns the proposals without the values of the given nodes. Empty proposals are removed if the tile does not only have proposals. */
function omitNodesFromProposals(
  { provisional_edits: edits, is_proposed: isProposed }: StoredTileRow,
  nodes: ReadonlySet<string>,
): ProposedEdits | null {
  const isAffected = Object.values(edits ?? {}).some(({ value }) =>
    Object.keys(value).some((nodeId) => nodes.has(nodeId)),
  );
  if (edits === null || !isAffected) return edits;
  const remaining = Object.entries(edits).flatMap(([account, edit]) => {
    const value = { ...omitNodes(edit.value, nodes) };
    return Object.keys(value).length === 0 && !isProposed
      ? []
      : [[account, { ...edit, value }] as const];
  });
  return remaining.length === 0 ? null : Object.fromEntries(remaining);
}
