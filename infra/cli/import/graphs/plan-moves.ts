import {
  createModelLookup,
  type ModelLookup,
} from '../../../../lib/model/change/change-context.ts';
import type { TileChange } from '../../../../lib/model/change/resource-change.ts';
import { emptyTileData } from '../../../../lib/model/change/tile-values.ts';
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
 * Moves values into tiles of the nodegroup of their node, as far as there is one place for them: the whole tile where it holds nothing else, else a
 * tile that has room for them, or a new one. A value stays where it is
 * - where the place has a tile already that may be the only one and has a value of the node,
 * - where the tile that it would have to hang in is not there, or one of several,
 * - where somebody proposes another value for it, because a proposal is for one tile.
 * @param stored the tiles of one resource instance
 */
export function planMoves(graph: CompiledGraph, stored: readonly StoredTileRow[]): LeftoverPlan {
  const model = createModelLookup(graph);
  const tiles = new Map<string, StoredTileRow>(stored.map((tile) => [tile.tile_id, tile]));
  let values = 0;
  for (const { tile_id: tileId } of stored) {
    for (const nodegroup of strangeNodegroups(tiles.get(tileId), model)) {
      const tile = tiles.get(tileId);
      if (tile === undefined) continue;
      const moved =
        moveTile(tile, nodegroup, tiles, model) ?? moveValues(tile, nodegroup, tiles, model);
      for (const one of moved ?? []) tiles.set(one.tile_id, one);
      if (moved !== undefined) values += nodesOf(tile, nodegroup).length;
    }
  }
  return { changes: changesBetween(stored, tiles), values };
}

/** The nodegroups, other than its own, of nodes that a tile holds values or proposals of. */
function strangeNodegroups(
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

function nodesOf(tile: StoredTileRow, { nodeIds }: CompiledNodegroup): readonly string[] {
  return nodeIds.filter((nodeId) => isFilled(tile.data[nodeId]));
}

function proposedNodes({ provisional_edits: edits }: StoredTileRow): readonly string[] {
  return Object.values(edits ?? {}).flatMap(({ value }) => filledNodes({ data: value }));
}

type Tiles = ReadonlyMap<string, StoredTileRow>;

/** The tile as one of the nodegroup, where it holds nothing else, nothing hangs in it, and there is room. */
function moveTile(
  tile: StoredTileRow,
  nodegroup: CompiledNodegroup,
  tiles: Tiles,
  model: ModelLookup,
): readonly StoredTileRow[] | undefined {
  const ofNodegroup = new Set<string>(nodegroup.nodeIds);
  const holdsOthers = [...filledNodes(tile), ...proposedNodes(tile)].some(
    (nodeId) => !ofNodegroup.has(nodeId),
  );
  const hangsInIt = [...tiles.values()].some((one) => one.parent_tile_id === tile.tile_id);
  if (holdsOthers || hangsInIt || nodegroup.parentNodegroupId === tile.nodegroup_id)
    return undefined;
  const parent = parentIn(tile, nodegroup, tiles);
  if (parent === undefined || tilesAt(nodegroup, parent, tiles).length >= maxTiles(nodegroup))
    return undefined;
  const values = Object.fromEntries(nodesOf(tile, nodegroup).map((id) => [id, tile.data[id]]));
  return [
    {
      ...tile,
      nodegroup_id: nodegroup.nodegroupId,
      parent_tile_id: parent,
      data: { ...emptyTileData(nodegroup, model), ...values },
    },
  ];
}

/** The tile without the values of the nodegroup, and the tile that has them instead. */
function moveValues(
  tile: StoredTileRow,
  nodegroup: CompiledNodegroup,
  tiles: Tiles,
  model: ModelLookup,
): readonly StoredTileRow[] | undefined {
  const nodeIds = nodesOf(tile, nodegroup);
  const parent = parentIn(tile, nodegroup, tiles);
  if (
    parent === undefined ||
    proposedNodes(tile).some((id) => nodegroup.nodeIds.some((one) => one === id))
  )
    return undefined;
  const target = targetOf(tile, nodegroup, parent, tiles, model);
  if (target === undefined || nodeIds.some((nodeId) => isFilled(target.data[nodeId])))
    return undefined;
  const values = Object.fromEntries(nodeIds.map((nodeId) => [nodeId, tile.data[nodeId]]));
  const rest = Object.entries(tile.data).filter(([nodeId]) => !(nodeId in values));
  return [
    { ...tile, data: Object.fromEntries(rest) },
    { ...target, is_proposed: false, data: { ...target.data, ...values } },
  ];
}

/** The only tile that there may be, where there is one; else a new one. */
function targetOf(
  tile: StoredTileRow,
  nodegroup: CompiledNodegroup,
  parent: TileId | null,
  tiles: Tiles,
  model: ModelLookup,
): StoredTileRow | undefined {
  const present = tilesAt(nodegroup, parent, tiles);
  if (present.length >= maxTiles(nodegroup)) return present.length === 1 ? present[0] : undefined;
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

/** The tile that one of a nodegroup hangs in, which has something to do with this one; null for none, undefined where it is not known which. */
function parentIn(
  tile: StoredTileRow,
  { parentNodegroupId }: CompiledNodegroup,
  tiles: Tiles,
): TileId | null | undefined {
  if (parentNodegroupId === null) return null;
  if (parentNodegroupId === tile.nodegroup_id) return tile.tile_id;
  const above = tiles.get(tile.parent_tile_id ?? '');
  // What counts does not hang in what is only proposed.
  const mayHold = (one: StoredTileRow | undefined): boolean =>
    one?.nodegroup_id === parentNodegroupId && (tile.is_proposed || !one.is_proposed);
  if (above !== undefined && mayHold(above)) return above.tile_id;
  const [first, ...others] = [...tiles.values()].filter(mayHold);
  return others.length === 0 ? first?.tile_id : undefined;
}

function tilesAt(
  { nodegroupId }: CompiledNodegroup,
  parent: TileId | null,
  tiles: Tiles,
): readonly StoredTileRow[] {
  const place = siblingKey(nodegroupId, parent);
  return [...tiles.values()].filter(
    (one) => siblingKey(one.nodegroup_id, one.parent_tile_id) === place,
  );
}

function changesBetween(stored: readonly StoredTileRow[], tiles: Tiles): readonly TileChange[] {
  const before = new Map<string, StoredTileRow>(stored.map((tile) => [tile.tile_id, tile]));
  return [...tiles.values()].flatMap((tile) => {
    const former = before.get(tile.tile_id);
    if (former === tile) return [];
    return makeTileChange(former === undefined ? 'create' : 'update', tile);
  });
}
