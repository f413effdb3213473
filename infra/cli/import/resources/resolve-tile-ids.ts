import { hasNoValues } from '../../../../lib/model/change/proposals.ts';
import type { TileId } from '../../../../lib/model/ids.ts';
import { jsonPointer, type Problem } from '../../../../lib/model/problem.ts';
import { createTileIdDeriver } from '../../../../lib/model/resources/derive-tile-ids.ts';
import type { TileRow } from '../../../../lib/model/resources/resource-record.ts';
import type { StoredTileValues } from '../../../queries/stored-records.ts';
import { importWarning } from '../import-problems.ts';
import {
  canBeStoredTile,
  createContentKey,
  createLocationKey,
  hasAllValues,
} from './match-stored-tile.ts';
import { replaceTiles } from './replace-tiles.ts';
import type { RecordToWrite } from './stored-records.ts';

/** What is stored of the resource instance of a record. */
export type StoredState = {
  readonly tiles: readonly StoredTileValues[];
  /** The tiles without an id that are equal to the stored tile with their derived id. */
  readonly equalIds: ReadonlySet<string>;
  /** The stored tiles that tiles without an id in earlier records of the run have become. */
  readonly earlierIds: ReadonlySet<string>;
};

/**
 * Resolves the tiles without an id of a record. Each takes the id of a stored tile with equal values that no other tile of the run has, or
 * an id that is not stored, so that it never replaces other values.
 * @returns the record with these ids, and a warning about each new tile that may be meant to replace a stored one
 */
export function resolveTileIds(
  record: RecordToWrite,
  state: StoredState,
): { readonly record: RecordToWrite; readonly problems: readonly Problem[] } {
  return new TileIdResolver(record, state).resolve();
}

class TileIdResolver {
  readonly #record: RecordToWrite;
  readonly #state: StoredState;
  readonly #storedTiles: ReadonlyMap<string, StoredTileValues>;
  readonly #storedByContent: ReadonlyMap<string, readonly StoredTileValues[]>;
  /** The ids that tiles of the run have. */
  readonly #takenIds: Set<string>;
  readonly #nextTileId: ReturnType<typeof createTileIdDeriver>;
  /** The ids of the resolved tiles of the record. */
  readonly #finalIds = new Set<string>();
  /** The resolved ids of tiles without an id, by their derived ids. */
  readonly #newIds = new Map<string, TileId>();

  constructor(record: RecordToWrite, state: StoredState) {
    this.#record = record;
    this.#state = state;
    this.#storedTiles = new Map(state.tiles.map((tile) => [tile.tileId, tile]));
    this.#storedByContent = Map.groupBy(state.tiles, (tile) =>
      createContentKey(tile.nodegroupId, tile.parentTileId, tile.data),
    );
    const idsOfFile = record.tiles
      .map(({ tile_id: id }) => id)
      .filter((id) => !record.without.tileId.has(id));
    this.#takenIds = new Set([...state.earlierIds, ...state.equalIds, ...idsOfFile]);
    this.#nextTileId = createTileIdDeriver(
      record.resource.resource_id,
      new Set([...this.#storedTiles.keys(), ...this.#takenIds]),
    );
  }

  resolve(): { readonly record: RecordToWrite; readonly problems: readonly Problem[] } {
    const resolved = new Map<number, TileRow>();
    const addedIndexes: number[] = [];
    const { tiles: tilesInFile, partialTileIds } = this.#record;
    for (const index of orderParentsFirst(tilesInFile, partialTileIds)) {
      const tile = tilesInFile[index];
      if (tile === undefined) continue;
      const { newTile, isAdded } = this.#resolveTile(tile, index);
      this.#finalIds.add(newTile.tile_id);
      if (newTile.tile_id !== tile.tile_id) this.#newIds.set(tile.tile_id, newTile.tile_id);
      resolved.set(index, newTile);
      if (isAdded) addedIndexes.push(index);
    }
    const tiles = tilesInFile.map((tile, index) => resolved.get(index) ?? tile);
    return {
      record: replaceTiles(this.#record, tiles),
      problems: this.#describeAddedTiles(tiles, addedIndexes),
    };
  }

  /** A derived id as a parent means the tile of the record that has it in the end, or else the tile for which it was derived. */
  #resolveParent(id: TileId | null): TileId | null {
    if (id === null || this.#finalIds.has(id)) return id;
    return this.#newIds.get(id) ?? id;
  }

  #resolveTile(
    tileInFile: TileRow,
    index: number,
  ): { readonly newTile: TileRow; readonly isAdded: boolean } {
    const { tile_id: id, parent_tile_id: parentInFile } = tileInFile;
    const tile = { ...tileInFile, parent_tile_id: this.#resolveParent(parentInFile) };
    const isEqual = this.#state.equalIds.has(id) && parentInFile === tile.parent_tile_id;
    if (!this.#record.without.tileId.has(id) || isEqual) return { newTile: tile, isAdded: false };
    const stored = this.#findStoredTile(tile);
    if (stored !== undefined) {
      this.#takenIds.add(stored.tileId);
      return { newTile: this.#takeStoredTile(tile, stored), isAdded: false };
    }
    const isFree = !this.#takenIds.has(id) && !this.#storedTiles.has(id);
    const newId = isFree ? id : this.#nextTileId(index, tile.nodegroup_id);
    this.#takenIds.add(newId);
    return { newTile: { ...tile, tile_id: newId }, isAdded: true };
  }

  #takeStoredTile(tile: TileRow, stored: StoredTileValues): TileRow {
    return {
      ...tile,
      tile_id: stored.tileId,
      sort_order: tile.sort_order ?? stored.sortOrder,
      // A partial tile gets the stored values later.
      data: this.#record.partialTileIds.has(tile.tile_id) ? tile.data : stored.data,
    };
  }

  /** Finds the stored tile that a tile is, if possible the one with its sort order or its derived id. */
  #findStoredTile(tile: TileRow): StoredTileValues | undefined {
    const candidates = this.#listEqualTiles(tile).filter(
      (stored) => !this.#takenIds.has(stored.tileId) && canBeStoredTile(tile, stored),
    );
    const hasOwnId = (stored: StoredTileValues): boolean => stored.tileId === tile.tile_id;
    const sameOrder = candidates.filter(
      ({ sortOrder }) => tile.sort_order === null || sortOrder === tile.sort_order,
    );
    return sameOrder.find(hasOwnId) ?? sameOrder[0] ?? candidates.find(hasOwnId) ?? candidates[0];
  }

  #listEqualTiles(tile: TileRow): readonly StoredTileValues[] {
    const { tile_id: id, nodegroup_id: nodegroupId, parent_tile_id: parentId, data } = tile;
    if (!this.#record.partialTileIds.has(id))
      return this.#storedByContent.get(createContentKey(nodegroupId, parentId, data)) ?? [];
    return this.#state.tiles.filter(
      (stored) =>
        isAtSamePlace(stored, tile) &&
        (hasNoValues(data) ? stored.tileId === id : hasAllValues(stored, tile)),
    );
  }

  /** Warns of new tiles where a stored tile has the derived id, or is at the same place without being in the run. */
  #describeAddedTiles(tiles: readonly TileRow[], indexes: readonly number[]): readonly Problem[] {
    const { tiles: storedTiles, earlierIds } = this.#state;
    const remainingTiles = Map.groupBy(
      storedTiles.filter(({ tileId, isProposed }) => !isProposed && !this.#takenIds.has(tileId)),
      (stored) => createLocationKey(stored.nodegroupId, stored.parentTileId),
    );
    return indexes.flatMap((index) => {
      const [tile, derivedId] = [tiles[index], this.#record.tiles[index]?.tile_id ?? ''];
      if (tile === undefined) return [];
      const replacedTile = earlierIds.has(derivedId) ? undefined : this.#storedTiles.get(derivedId);
      const location = createLocationKey(tile.nodegroup_id, tile.parent_tile_id);
      const stored = replacedTile ?? remainingTiles.get(location)?.[0];
      if (stored === undefined) return [];
      const message = `The tile has no id, and its values are not stored yet. It is added as tile ${tile.tile_id}, and the stored tile ${stored.tileId} stays. If it corrects a stored tile, write the id of that tile.`;
      return [
        importWarning('tile_without_id_added', message, {
          pointer: jsonPointer(['tiles', index]),
          record: this.#record.resource.resource_id,
        }),
      ];
    });
  }
}

function isAtSamePlace(stored: StoredTileValues, tile: TileRow): boolean {
  return stored.nodegroupId === tile.nodegroup_id && stored.parentTileId === tile.parent_tile_id;
}

/** Orders tiles so that parents come before the tiles below them, and whole tiles before partial ones. @returns their indexes */
function orderParentsFirst(
  tiles: readonly TileRow[],
  partialTileIds: ReadonlySet<TileId>,
): readonly number[] {
  const depths = measureDepths(tiles);
  const rank = (index: number): number => {
    const id = tiles[index]?.tile_id;
    const isPartial = id !== undefined && partialTileIds.has(id);
    return 2 * (depths.get(id ?? '') ?? 0) + Number(isPartial);
  };
  return [...tiles.keys()].toSorted((one, other) => rank(one) - rank(other));
}

/** Returns how many ancestors each tile has in the record, by tile id. */
function measureDepths(tiles: readonly TileRow[]): ReadonlyMap<string, number> {
  const parents = new Map<string, string | null>(
    tiles.map(({ tile_id: id, parent_tile_id: parentId }) => [id, parentId]),
  );
  const depths = new Map<string, number>();
  for (const { tile_id: id } of tiles) {
    const path: string[] = [];
    // A tile that is below itself ends the path.
    const visited = new Set<string>();
    let current: string | null = id;
    while (
      current !== null &&
      parents.has(current) &&
      !depths.has(current) &&
      !visited.has(current)
    ) {
      visited.add(current);
      path.push(current);
      current = parents.get(current) ?? null;
    }
    let depth = depths.get(current ?? '') ?? -1;
    for (const ancestor of path.toReversed()) {
      depth += 1;
      depths.set(ancestor, depth);
    }
  }
  return depths;
}
