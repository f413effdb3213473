import {
  createModelLookup,
  type ModelLookup,
} from '../../../../lib/model/change/comparison-context.ts';
import type { TileWrite } from '../../../../lib/model/change/resource-write.ts';
import { emptyTileData } from '../../../../lib/model/change/merge-tile-values.ts';
import { maxTiles, siblingKey } from '../../../../lib/model/graphs/cardinality.ts';
import type {
  CompiledGraph,
  CompiledNodegroup,
} from '../../../../lib/model/graphs/compiled-graph.ts';
import { parseTileId, type TileId } from '../../../../lib/model/ids.ts';
import { deriveNameUuid } from '../../../../lib/model/name-uuid.ts';
import type { StoredTileRow } from './queries/misplaced-values.ts';
import { makeTileChange, type LeftoverPlan } from './leftover-plan.ts';

/**
 * Plans to move values into tiles of the present nodegroup of their nodes. A tile without other values is moved as a whole. Otherwise the
 * values are moved to an existing tile without values of these nodes, or to a new one. A value stays in its tile
 * - if the nodegroup allows only one tile, which already has a value of the node,
 * - if the parent tile does not exist, or several tiles could be the parent,
 * - if there is a proposal for the value, because a proposal belongs to one tile.
 * @rule Imports and exports: Where do the values of a node go that moved to another nodegroup?
 * @param stored the tiles of one resource instance
 */
export function planMoves(graph: CompiledGraph, stored: readonly StoredTileRow[]): LeftoverPlan {
  const model = createModelLookup(graph);
  const tiles = new Map<string, StoredTileRow>(stored.map((tile) => [tile.tile_id, tile]));
  let values = 0;
  for (const { tile_id: tileId } of stored) {
    for (const nodegroup of findOtherNodegroups(tiles.get(tileId), model)) {
      const tile = tiles.get(tileId);
      if (tile === undefined) continue;
      const movedTiles =
        moveTile(tile, nodegroup, tiles, model) ?? moveValues(tile, nodegroup, tiles, model);
      for (const movedTile of movedTiles ?? []) tiles.set(movedTile.tile_id, movedTile);
      if (movedTiles !== undefined) values += listFilledNodesOfNodegroup(tile, nodegroup).length;
    }
  }
  return { changes: listChanges(stored, tiles), values };
}

/** Finds the other nodegroups to which the values and proposals of a tile belong. */
function findOtherNodegroups(
  tile: StoredTileRow | undefined,
  model: ModelLookup,
): readonly CompiledNodegroup[] {
  if (tile === undefined) return [];
  const nodeIds = [...listFilledNodes(tile), ...listProposedNodes(tile)];
  const ids = new Set(nodeIds.map((nodeId) => model.nodes.get(nodeId)?.nodegroupId ?? ''));
  return [...ids]
    .filter((id) => id !== tile.nodegroup_id)
    .flatMap((id) => model.nodegroups.get(id) ?? []);
}

const isFilled = (value: unknown): boolean => (value ?? null) !== null;

function listFilledNodes({ data }: Pick<StoredTileRow, 'data'>): readonly string[] {
  return Object.keys(data).filter((nodeId) => isFilled(data[nodeId]));
}

function listFilledNodesOfNodegroup(
  tile: StoredTileRow,
  { nodeIds }: CompiledNodegroup,
): readonly string[] {
  return nodeIds.filter((nodeId) => isFilled(tile.data[nodeId]));
}

function listProposedNodes({ provisional_edits: edits }: StoredTileRow): readonly string[] {
  return Object.values(edits ?? {}).flatMap(({ value }) => listFilledNodes({ data: value }));
}

type Tiles = ReadonlyMap<string, StoredTileRow>;

/**
 * Moves a tile to the nodegroup, if the tile has no other values and no tiles below it, and the nodegroup allows another tile.
 * @returns the moved tile, as a list; undefined if it cannot be moved
 */
function moveTile(
  tile: StoredTileRow,
  nodegroup: CompiledNodegroup,
  tiles: Tiles,
  model: ModelLookup,
): readonly StoredTileRow[] | undefined {
  const nodegroupNodeIds = new Set<string>(nodegroup.nodeIds);
  const hasOtherValues = [...listFilledNodes(tile), ...listProposedNodes(tile)].some(
    (nodeId) => !nodegroupNodeIds.has(nodeId),
  );
  const hasTilesBelow = [...tiles.values()].some(
    ({ parent_tile_id: parentId }) => parentId === tile.tile_id,
  );
  if (hasOtherValues || hasTilesBelow || nodegroup.parentNodegroupId === tile.nodegroup_id)
    return undefined;
  const parent = findParent(tile, nodegroup, tiles);
  if (parent === undefined || findSiblings(nodegroup, parent, tiles).length >= maxTiles(nodegroup))
    return undefined;
  const values = Object.fromEntries(
    listFilledNodesOfNodegroup(tile, nodegroup).map((id) => [id, tile.data[id]]),
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

/** Moves the values to another tile. @returns both tiles; undefined if the values cannot be moved */
function moveValues(
  tile: StoredTileRow,
  nodegroup: CompiledNodegroup,
  tiles: Tiles,
  model: ModelLookup,
): readonly StoredTileRow[] | undefined {
  const nodeIds = listFilledNodesOfNodegroup(tile, nodegroup);
  const parent = findParent(tile, nodegroup, tiles);
  if (
    parent === undefined ||
    listProposedNodes(tile).some((id) => nodegroup.nodeIds.some((nodeId) => nodeId === id))
  )
    return undefined;
  const target = findTarget(tile, nodegroup, parent, tiles, model);
  if (target === undefined || nodeIds.some((nodeId) => isFilled(target.data[nodeId])))
    return undefined;
  const values = Object.fromEntries(nodeIds.map((nodeId) => [nodeId, tile.data[nodeId]]));
  const otherValues = Object.entries(tile.data).filter(([nodeId]) => !(nodeId in values));
  return [
    { ...tile, data: Object.fromEntries(otherValues) },
    { ...target, is_proposed: false, data: { ...target.data, ...values } },
  ];
}

/** Returns the tile to which values are moved: the only existing one if no other is allowed, otherwise a new one. */
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
  const tileId = parseTileId(deriveNameUuid(tile.tile_id, nodegroup.nodegroupId));
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

/** Finds the parent for a tile of the nodegroup. @returns null if it needs none, undefined if none or several tiles fit */
function findParent(
  tile: StoredTileRow,
  { parentNodegroupId }: CompiledNodegroup,
  tiles: Tiles,
): TileId | null | undefined {
  if (parentNodegroupId === null) return null;
  if (parentNodegroupId === tile.nodegroup_id) return tile.tile_id;
  const parent = tiles.get(tile.parent_tile_id ?? '');
  // A tile that counts already cannot be below a tile that is only proposed.
  const canBeParent = (candidate: StoredTileRow | undefined): boolean =>
    candidate?.nodegroup_id === parentNodegroupId && (tile.is_proposed || !candidate.is_proposed);
  if (parent !== undefined && canBeParent(parent)) return parent.tile_id;
  const [candidate, ...otherCandidates] = [...tiles.values()].filter(canBeParent);
  return otherCandidates.length === 0 ? candidate?.tile_id : undefined;
}

function findSiblings(
  { nodegroupId }: CompiledNodegroup,
  parent: TileId | null,
  tiles: Tiles,
): readonly StoredTileRow[] {
  const key = siblingKey({ nodegroupId, parentTileId: parent });
  return [...tiles.values()].filter(
    (tile) =>
      siblingKey({ nodegroupId: tile.nodegroup_id, parentTileId: tile.parent_tile_id }) === key,
  );
}

function listChanges(stored: readonly StoredTileRow[], tiles: Tiles): readonly TileWrite[] {
  const storedById = new Map<string, StoredTileRow>(stored.map((tile) => [tile.tile_id, tile]));
  return [...tiles.values()].flatMap((tile) => {
    const storedTile = storedById.get(tile.tile_id);
    if (storedTile === tile) return [];
    return makeTileChange(storedTile === undefined ? 'create' : 'update', tile);
  });
}
