import {
  createModelLookup,
  type ModelLookup,
} from '../../../../lib/model/change/change-context.ts';
import type { TileChange } from '../../../../lib/model/change/resource-change.ts';
import { emptyTileData } from '../../../../lib/model/change/merge-tile-values.ts';
import { maxTiles, siblingKey } from '../../../../lib/model/graphs/cardinality.ts';
import type {
  CompiledGraph,
  CompiledNodegroup,
} from '../../../../lib/model/graphs/compiled-graph.ts';
import { parseTileId, type TileId } from '../../../../lib/model/ids.ts';
import { nameUuid } from '../../../../lib/model/name-uuid.ts';
import type { StoredTileRow } from '../../../queries/values-out-of-place.ts';
import { makeTileChange, type LeftoverPlan } from './leftover-plan.ts';

/**
 * Plans to move values into tiles of the nodegroup of their node. A tile with no other values is moved itself. Otherwise the values
 * are moved to an existing tile without such values, or to a new one. A value stays in its tile
 * - if the nodegroup allows one tile, and that has a value of the node already,
 * - if the parent tile does not exist, or is one of several,
 * - if there is a proposal for the value, because a proposal is for one tile.
 * @param stored the tiles of one resource instance
 */
export function planMoves(graph: CompiledGraph, stored: readonly StoredTileRow[]): LeftoverPlan {
  const model = createModelLookup(graph);
  const tiles = new Map<string, StoredTileRow>(stored.map((tile) => [tile.tile_id, tile]));
  let values = 0;
  for (const { tile_id: tileId } of stored) {
    for (const nodegroup of otherNodegroupsOfValues(tiles.get(tileId), model)) {
      const tile = tiles.get(tileId);
      if (tile === undefined) continue;
      const moved =
        moveTile(tile, nodegroup, tiles, model) ?? moveValues(tile, nodegroup, tiles, model);
      for (const movedTile of moved ?? []) tiles.set(movedTile.tile_id, movedTile);
      if (moved !== undefined) values += filledNodesOf(tile, nodegroup).length;
    }
  }
  return { changes: changesBetween(stored, tiles), values };
}

/** The nodegroups, other than its own, of the nodes of a tile's values and proposals. */
function otherNodegroupsOfValues(
  tile: StoredTileRow | undefined,
  model: ModelLookup,
): readonly CompiledNodegroup[] {
  if (tile === undefined) return [];
  const nodeIds = [...filledNodes(tile), ...proposedNodes(tile)];
  const ids = new Set(nodeIds.map((nodeId) => model.nodes.get(nodeId)?.nodegroupId ?? ''));
  return [...ids]
    .filter((id) => id !== tile.nodegroup_id)
    .flatMap((id) => model.nodegroups.get(id) ?? []);
}

const isFilled = (value: unknown): boolean => (value ?? null) !== null;

function filledNodes({ data }: Pick<StoredTileRow, 'data'>): readonly string[] {
  return Object.keys(data).filter((nodeId) => isFilled(data[nodeId]));
}

function filledNodesOf(tile: StoredTileRow, { nodeIds }: CompiledNodegroup): readonly string[] {
  return nodeIds.filter((nodeId) => isFilled(tile.data[nodeId]));
}

function proposedNodes({ provisional_edits: edits }: StoredTileRow): readonly string[] {
  return Object.values(edits ?? {}).flatMap(({ value }) => filledNodes({ data: value }));
}

type Tiles = ReadonlyMap<string, StoredTileRow>;

/** Moves the tile itself to the nodegroup, if it has no other values and no tiles below it, and one more tile is allowed. */
function moveTile(
  tile: StoredTileRow,
  nodegroup: CompiledNodegroup,
  tiles: Tiles,
  model: ModelLookup,
): readonly StoredTileRow[] | undefined {
  const nodegroupNodeIds = new Set<string>(nodegroup.nodeIds);
  const hasOtherValues = [...filledNodes(tile), ...proposedNodes(tile)].some(
    (nodeId) => !nodegroupNodeIds.has(nodeId),
  );
  const hasTilesBelow = [...tiles.values()].some((one) => one.parent_tile_id === tile.tile_id);
  if (hasOtherValues || hasTilesBelow || nodegroup.parentNodegroupId === tile.nodegroup_id)
    return undefined;
  const parent = findParent(tile, nodegroup, tiles);
  if (parent === undefined || findSiblings(nodegroup, parent, tiles).length >= maxTiles(nodegroup))
    return undefined;
  const values = Object.fromEntries(
    filledNodesOf(tile, nodegroup).map((id) => [id, tile.data[id]]),
  );
  return [
    {
      ...tile,
      nodegroup_id: nodegroup.nodegroupId,
      parent_tile_id: parent,
      data: { ...emptyTileData(nodegroup, model), ...values },
    },
  ];
}

/** Moves the values to another tile. @returns both tiles */
function moveValues(
  tile: StoredTileRow,
  nodegroup: CompiledNodegroup,
  tiles: Tiles,
  model: ModelLookup,
): readonly StoredTileRow[] | undefined {
  const nodeIds = filledNodesOf(tile, nodegroup);
  const parent = findParent(tile, nodegroup, tiles);
  if (
    parent === undefined ||
    proposedNodes(tile).some((id) => nodegroup.nodeIds.some((one) => one === id))
  )
    return undefined;
  const target = findTarget(tile, nodegroup, parent, tiles, model);
  if (target === undefined || nodeIds.some((nodeId) => isFilled(target.data[nodeId])))
    return undefined;
  const values = Object.fromEntries(nodeIds.map((nodeId) => [nodeId, tile.data[nodeId]]));
  const rest = Object.entries(tile.data).filter(([nodeId]) => !(nodeId in values));
  return [
    { ...tile, data: Object.fromEntries(rest) },
    { ...target, is_proposed: false, data: { ...target.data, ...values } },
  ];
}

/** The existing tile if no more are allowed, otherwise a new one. */
function findTarget(
  tile: StoredTileRow,
  nodegroup: CompiledNodegroup,
  parent: TileId | null,
  tiles: Tiles,
  model: ModelLookup,
): StoredTileRow | undefined {
  const existingTiles = findSiblings(nodegroup, parent, tiles);
  if (existingTiles.length >= maxTiles(nodegroup))
    return existingTiles.length === 1 ? existingTiles[0] : undefined;
  const tileId = parseTileId(nameUuid(tile.tile_id, nodegroup.nodegroupId));
  if (tiles.has(tileId)) return undefined;
  return {
    tile_id: tileId,
    resource_id: tile.resource_id,
    nodegroup_id: nodegroup.nodegroupId,
    parent_tile_id: parent,
    sort_order: tile.sort_order,
    data: emptyTileData(nodegroup, model),
    provisional_edits: null,
    is_proposed: false,
  };
}

/** The parent for a tile of the nodegroup: null if it needs none, undefined if it cannot be determined. */
function findParent(
  tile: StoredTileRow,
  { parentNodegroupId }: CompiledNodegroup,
  tiles: Tiles,
): TileId | null | undefined {
  if (parentNodegroupId === null) return null;
  if (parentNodegroupId === tile.nodegroup_id) return tile.tile_id;
  const parent = tiles.get(tile.parent_tile_id ?? '');
  // A tile that is more than a proposal cannot be below one that is only proposed.
  const canBeParent = (one: StoredTileRow | undefined): boolean =>
    one?.nodegroup_id === parentNodegroupId && (tile.is_proposed || !one.is_proposed);
  if (parent !== undefined && canBeParent(parent)) return parent.tile_id;
  const [first, ...others] = [...tiles.values()].filter(canBeParent);
  return others.length === 0 ? first?.tile_id : undefined;
}

function findSiblings(
  { nodegroupId }: CompiledNodegroup,
  parent: TileId | null,
  tiles: Tiles,
): readonly StoredTileRow[] {
  const key = siblingKey(nodegroupId, parent);
  return [...tiles.values()].filter(
    (one) => siblingKey(one.nodegroup_id, one.parent_tile_id) === key,
  );
}

function changesBetween(stored: readonly StoredTileRow[], tiles: Tiles): readonly TileChange[] {
  const before = new Map<string, StoredTileRow>(stored.map((tile) => [tile.tile_id, tile]));
  return [...tiles.values()].flatMap((tile) => {
    const storedTile = before.get(tile.tile_id);
    if (storedTile === tile) return [];
    return makeTileChange(storedTile === undefined ? 'create' : 'update', tile);
  });
}
