import { siblingKey } from '../graphs/cardinality.ts';
import type { TileId } from '../ids.ts';
import { createModelLookup, type ChangeContext, type ModelLookup } from './change-context.ts';
import type { DocumentProblem } from './document-problem.ts';
import type { IntendedTiles, IntendedTile } from './intended-tiles.ts';
import type { StoredResource, StoredTile } from './stored-resource.ts';
import { tilePositionProblems } from './tile-position-problems.ts';
import { emptyTileData, mergeTileValues } from './tile-values.ts';

/** A change of one tile, before the review rules apply. */
export type PlannedTileChange =
  | {
      readonly change: 'create';
      readonly after: StoredTile;
      readonly pointer: string;
      readonly changed: readonly string[];
    }
  | {
      readonly change: 'update';
      readonly before: StoredTile;
      readonly after: StoredTile;
      readonly pointer: string;
      /** The nodes with changed values; empty if only the position changes. */
      readonly changed: readonly string[];
    }
  | { readonly change: 'delete'; readonly before: StoredTile; readonly pointer: string };

export type TileChangePlan = {
  readonly planned: readonly PlannedTileChange[];
  readonly problems: readonly DocumentProblem[];
};

/**
 * Plans which tiles to create, update or delete. Equal tiles are not planned. A tile to delete is emptied instead
 * if tiles below it stay or cannot be read, because a deletion would remove them too.
 */
export function planTileChanges(
  stored: Pick<StoredResource, 'tiles'>,
  intended: IntendedTiles,
  context: ChangeContext,
): TileChangePlan {
  const model = createModelLookup(context.graph);
  const { isReviewer, rights } = context.author;
  const before = new Map<string, StoredTile>(stored.tiles.map((tile) => [tile.tileId, tile]));
  const deleted = new Set<string>(intended.deleted);
  const named = new Set<string>(intended.tiles.map(({ tileId }) => tileId));
  const kept = stored.tiles.filter(({ tileId }) => !named.has(tileId) && !deleted.has(tileId));
  const holders = tilesAbove(kept, before);
  const emptied = stored.tiles.filter(({ tileId }) => deleted.has(tileId) && holders.has(tileId));
  // The author's authoritative tiles ignore the positions of proposed tiles.
  const isInPlace = ({ isProposed }: StoredTile): boolean => !(isReviewer && isProposed);
  const sortOrders = newSortOrders(intended.tiles, stored.tiles, isInPlace);
  const planned: PlannedTileChange[] = [];
  const problems: DocumentProblem[] = [
    ...tilePositionProblems(intended.tiles, before, { kept, emptied }, model, rights, isInPlace),
  ];
  for (const tile of intended.tiles) {
    const base = before.get(tile.tileId);
    const values = mergeTileValues(base, tile, model, context);
    problems.push(...values.problems);
    const after = afterChange(tile, base, values.data, sortOrders);
    const { pointer } = tile;
    const { changed } = values;
    if (base === undefined) planned.push({ change: 'create', after, pointer, changed });
    else if (changed.length > 0 || isMoved(base, after))
      planned.push({ change: 'update', before: base, after, pointer, changed });
  }
  planned.push(
    ...intended.deleted.flatMap((tileId) => deletion(before.get(tileId), holders, model)),
  );
  return { planned, problems };
}

function afterChange(
  tile: IntendedTile,
  base: StoredTile | undefined,
  data: StoredTile['data'],
  sortOrders: ReadonlyMap<string, number>,
): StoredTile {
  const given = tile.sortOrder === undefined ? base?.sortOrder : tile.sortOrder;
  return {
    tileId: tile.tileId,
    nodegroupId: tile.nodegroupId,
    parentTileId: tile.parentTileId,
    sortOrder: given ?? (base === undefined ? (sortOrders.get(tile.tileId) ?? 0) : null),
    data,
    provisionalEdits: base?.provisionalEdits ?? null,
    isProposed: base?.isProposed ?? false,
    ...(base?.closedData === undefined ? {} : { closedData: base.closedData }),
    holdsUnreadable: base?.holdsUnreadable ?? false,
  };
}

function isMoved(before: StoredTile, after: StoredTile): boolean {
  return before.sortOrder !== after.sortOrder || before.parentTileId !== after.parentTileId;
}

/** Returns the ids of all ancestors of some tiles. */
function tilesAbove(
  tiles: readonly StoredTile[],
  byId: ReadonlyMap<string, StoredTile>,
): ReadonlySet<string> {
  const above = new Set<string>();
  for (const tile of tiles) {
    let parentId = tile.parentTileId;
    while (parentId !== null && !above.has(parentId)) {
      above.add(parentId);
      parentId = byId.get(parentId)?.parentTileId ?? null;
    }
  }
  return above;
}

function deletion(
  before: StoredTile | undefined,
  holders: ReadonlySet<string>,
  model: ModelLookup,
): readonly PlannedTileChange[] {
  if (before === undefined) return [];
  if (!before.holdsUnreadable && !holders.has(before.tileId))
    return [{ change: 'delete', before, pointer: '' }];
  const changed = Object.keys(before.data).filter((nodeId) => before.data[nodeId] !== null);
  if (changed.length === 0) return [];
  const after = { ...before, data: { ...before.data, ...emptyOf(before, model) } };
  return [{ change: 'update', before, after, pointer: '', changed }];
}

function emptyOf(tile: StoredTile, model: ModelLookup): Readonly<Record<string, null>> {
  const nodeIds = [...Object.keys(emptyTileData(tile, model)), ...Object.keys(tile.data)];
  return Object.fromEntries(nodeIds.map((nodeId) => [nodeId, null]));
}

/** Appends new tiles to their siblings, in the order of the document. */
function newSortOrders(
  tiles: readonly IntendedTile[],
  stored: readonly StoredTile[],
  isInPlace: (tile: StoredTile) => boolean,
): ReadonlyMap<TileId, number> {
  const place = (tile: Pick<StoredTile, 'nodegroupId' | 'parentTileId'>): string =>
    siblingKey(tile.nodegroupId, tile.parentTileId);
  const known = new Set<string>(stored.map(({ tileId }) => tileId));
  const next = new Map<string, number>();
  for (const tile of stored.filter(isInPlace)) {
    next.set(place(tile), Math.max(next.get(place(tile)) ?? 0, (tile.sortOrder ?? 0) + 1));
  }
  const given = new Map<TileId, number>();
  for (const tile of tiles.filter(({ tileId }) => !known.has(tileId))) {
    const order = next.get(place(tile)) ?? 0;
    given.set(tile.tileId, order);
    next.set(place(tile), order + 1);
  }
  return given;
}
