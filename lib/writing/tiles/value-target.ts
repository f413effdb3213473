import { randomUUID } from 'node:crypto';

import { maxTiles } from '../../model/graphs/cardinality.ts';
import { selectContinuableTiles } from '../../model/change/continuable-tiles.ts';
import type { DocumentProblem } from '../../model/change/document-problem.ts';
import type { IntendedTile } from '../../model/change/intended-resource.ts';
import type { StoredTile } from '../../model/change/stored-resource.ts';
import { parseNodegroupId, parseTileId, type TileId } from '../../model/ids.ts';
import { pickText } from '../../model/pick-language.ts';
import type { LoadedState } from '../resources/change-request.ts';

/** The tile for a value: a stored one, a new one, or none. */
export type ValueTarget =
  | { readonly kind: 'stored'; readonly tile: StoredTile }
  | NewTarget
  | { readonly kind: 'none'; readonly problem: DocumentProblem };

/** Where a new tile belongs. */
type NewTarget = {
  readonly kind: 'new';
  readonly parentTileId: TileId | null;
  /** Missing ancestors, parents before children. */
  readonly missingAncestors: readonly IntendedTile[];
};

/**
 * Chooses the tile for a value without a tile id: the only tile of a nodegroup with cardinality 1, otherwise a new
 * tile with its missing ancestors. There is no tile if several parents are possible, or if the author is not
 * allowed to write a missing ancestor.
 * @rule Writing: Where does a value go whose tile is not named?
 */
export function findValueTarget(nodegroupId: string, state: LoadedState): ValueTarget {
  const target = findNewTarget(nodegroupId, state);
  if (target.kind === 'none' && target.problem.code === ambiguousParentCode) return target;
  const tile = findSingleTile(nodegroupId, state);
  return tile === undefined ? target : { kind: 'stored', tile };
}

const ambiguousParentCode = 'ambiguous_parent_tile';

function findNewTarget(
  nodegroupId: string,
  state: LoadedState,
): Exclude<ValueTarget, { readonly kind: 'stored' }> {
  const parentNodegroupId = findModelNodegroup(nodegroupId, state)?.parentNodegroupId ?? null;
  if (parentNodegroupId === null) return { kind: 'new', parentTileId: null, missingAncestors: [] };
  const [tile, ...moreTiles] = findTiles(parentNodegroupId, state);
  if (moreTiles.length > 0) {
    return {
      kind: 'none',
      problem: createAmbiguousParentProblem(nodegroupId, parentNodegroupId, state),
    };
  }
  if (tile !== undefined) return { kind: 'new', parentTileId: tile.tileId, missingAncestors: [] };
  if (state.context.author.rights.get(parentNodegroupId)?.canWrite !== true) {
    return { kind: 'none', problem: createMissingParentProblem(nodegroupId, state) };
  }
  const target = findNewTarget(parentNodegroupId, state);
  if (target.kind === 'none') return target;
  const parentTile: IntendedTile = {
    tileId: parseTileId(randomUUID()),
    nodegroupId: parseNodegroupId(parentNodegroupId),
    parentTileId: target.parentTileId,
    sortOrder: undefined,
    data: {},
    pointer: '',
    pointers: {},
  };
  return {
    kind: 'new',
    parentTileId: parentTile.tileId,
    missingAncestors: [...target.missingAncestors, parentTile],
  };
}

/** The maximum number of tile ids in a message. */
const maxTilesInMessage = 5;

function createAmbiguousParentProblem(
  nodegroupId: string,
  parentNodegroupId: string,
  state: LoadedState,
): DocumentProblem {
  const tiles = findTiles(parentNodegroupId, state);
  const tileIds = tiles.slice(0, maxTilesInMessage).map(({ tileId }) => tileId);
  const message = `${nodegroupLabel(nodegroupId, state)}: a new tile could belong to any of ${tiles.length} tiles of ${nodegroupLabel(parentNodegroupId, state)} (${tileIds.join(', ')}${tiles.length > maxTilesInMessage ? ', …' : ''}). Name the tile of the value with tileid, or store a new tile with its parenttile_id (POST /api/tiles).`;
  return { code: ambiguousParentCode, pointer: '/tileid', message };
}

/** The message does not name the parent nodegroup, because the author might not be allowed to read it. */
function createMissingParentProblem(nodegroupId: string, state: LoadedState): DocumentProblem {
  const message = `${nodegroupLabel(nodegroupId, state)}: a new tile needs a parent tile, which your account may not create. Name the tile of the value with tileid, or ask for the right to write the parent nodegroups.`;
  return { code: 'no_parent_tile', pointer: '/tileid', message };
}

function nodegroupLabel(nodegroupId: string, state: LoadedState): string {
  const name = findModelNodegroup(nodegroupId, state)?.name;
  return (name && pickText(name, ['en'])) ?? nodegroupId;
}

/** Returns the only tile of a nodegroup with cardinality 1; otherwise undefined. */
function findSingleTile(nodegroupId: string, state: LoadedState): StoredTile | undefined {
  const nodegroup = findModelNodegroup(nodegroupId, state);
  if (nodegroup === undefined || maxTiles(nodegroup) > 1) return undefined;
  const [tile, secondTile] = findTiles(nodegroupId, state);
  return secondTile === undefined ? tile : undefined;
}

/** Returns the only possible parent tile; null if there is none or more than one. */
export function findSingleParentTileId(nodegroupId: string, state: LoadedState): TileId | null {
  const parentNodegroupId = findModelNodegroup(nodegroupId, state)?.parentNodegroupId ?? null;
  const [tile, secondTile] = parentNodegroupId === null ? [] : findTiles(parentNodegroupId, state);
  return secondTile === undefined ? (tile?.tileId ?? null) : null;
}

/** Finds a nodegroup in the readable model. */
export function findModelNodegroup(nodegroupId: string, { context: { graph } }: LoadedState) {
  return graph.nodegroups.find((candidate) => candidate.nodegroupId === nodegroupId);
}

/** Finds the tiles of a nodegroup that a request without a tile id can change. */
function findTiles(
  nodegroupId: string,
  { storedTiles, context }: LoadedState,
): readonly StoredTile[] {
  return selectContinuableTiles(storedTiles, context.graph, context.author.accountId).filter(
    (candidate) => candidate.nodegroupId === nodegroupId,
  );
}
