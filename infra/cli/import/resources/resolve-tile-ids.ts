import { hasNoValues } from '../../../../lib/model/change/proposals.ts';
import type { TileId } from '../../../../lib/model/ids.ts';
import { jsonPointer, type Problem } from '../../../../lib/model/problem.ts';
import { createTileIdDeriver } from '../../../../lib/model/resources/resource-record.ts';
import type { TileRow } from '../../../../lib/model/resources/resource-record.ts';
import type { StoredTileValues } from './queries/stored-records.ts';
import { importWarning } from '../import-problems.ts';
import { groupByDepth } from './group-by-depth.ts';
import {
  canBeStoredTile,
  createContentKey,
  createLocationKey,
  hasAllValues,
} from './match-stored-tile.ts';
import { replaceTiles } from './file-record.ts';
import type { FileRecord } from './file-record.ts';

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
 * @rule Imports and exports: Which stored tile is an imported tile without an id?
 * @returns the record with these ids, and a warning about each new tile that may be meant to replace a stored one
 */
export function resolveTileIds(
  record: FileRecord,
  state: StoredState,
): { readonly record: FileRecord; readonly problems: readonly Problem[] } {
  return new TileIdResolver(record, state).resolve();
}

/** Whether the id of a tile depends on what is stored. */
export function hasOpenId(
  { without, replacingTileIds }: Pick<FileRecord, 'without' | 'replacingTileIds'>,
  id: TileId,
): boolean {
  return without.tileId.has(id) || replacingTileIds.has(id);
}

class TileIdResolver {
  readonly #record: FileRecord;
  readonly #state: StoredState;
  readonly #storedTiles: ReadonlyMap<string, StoredTileValues>;
  readonly #storedByContent: ReadonlyMap<string, readonly StoredTileValues[]>;
  /** The ids that tiles of the run have. */
  readonly #takenIds: Set<string>;
  /** CSV derives the ids of tiles from those of their parents, so that a tile below one that has become another can also be another. */
  readonly #isOfCsv: boolean;
  readonly #nextTileId: ReturnType<typeof createTileIdDeriver>;
  /** The resolved tiles, by their index in the record. */
  readonly #resolved = new Map<number, TileRow>();
  /** The ids of the resolved tiles. */
  readonly #finalIds = new Set<string>();
  /** The resolved ids of tiles without an id, by their derived ids. */
  readonly #newIds = new Map<string, TileId>();

  constructor(record: FileRecord, state: StoredState) {
    this.#record = record;
    this.#state = state;
    this.#isOfCsv = record.replacingTileIds.size > 0;
    this.#storedTiles = new Map(state.tiles.map((tile) => [tile.tileId, tile]));
    this.#storedByContent = Map.groupBy(state.tiles, (tile) =>
      createContentKey(tile.nodegroupId, tile.parentTileId, tile.data),
    );
    const idsOfFile = record.tiles
      .map(({ tile_id: id }) => id)
      .filter((id) => !hasOpenId(record, id));
    this.#takenIds = new Set([...state.earlierIds, ...state.equalIds, ...idsOfFile]);
    this.#nextTileId = createTileIdDeriver(
      record.resource.resource_id,
      new Set([...this.#storedTiles.keys(), ...this.#takenIds]),
    );
  }

  resolve(): { readonly record: FileRecord; readonly problems: readonly Problem[] } {
    const { tiles, without } = this.#record;
    const addedIndexes: number[] = [];
    for (const indexes of groupByDepth(tiles, this.#record.partialTileIds)) {
      // Stored tiles with equal values are found first, so that no other tile takes their ids.
      const unmatched = indexes.filter((index) => !this.#matchTile(index));
      for (const index of unmatched) {
        const tile = tiles[index];
        if (tile === undefined) continue;
        if (without.tileId.has(tile.tile_id)) addedIndexes.push(index);
        this.#setTile(index, { ...this.#moveTile(tile), tile_id: this.#chooseNewId(tile, index) });
      }
    }
    const resolvedTiles = tiles.map((tile, index) => this.#resolved.get(index) ?? tile);
    return {
      record: replaceTiles(this.#record, resolvedTiles),
      problems: this.#describeAddedTiles(resolvedTiles, addedIndexes),
    };
  }

  /** Resolves a tile that has an id, is known to be equal to the stored one, or has the values of a stored one. */
  #matchTile(index: number): boolean {
    const tileInFile = this.#record.tiles[index];
    if (tileInFile === undefined) return true;
    const tile = this.#moveTile(tileInFile);
    const id = tile.tile_id;
    const isMoved = tileInFile.parent_tile_id !== tile.parent_tile_id;
    const isEqual = this.#state.equalIds.has(id) && !isMoved;
    const hasFinalId = !hasOpenId(this.#record, id) && !(this.#isOfCsv && isMoved);
    if (isEqual || hasFinalId) {
      this.#setTile(index, tile);
      return true;
    }
    const stored = this.#findStoredTile(tile);
    if (stored !== undefined) this.#setTile(index, this.#takeStoredTile(tile, stored));
    return stored !== undefined;
  }

  /** In JSON, a stored tile with an id stays below its stored parent, although the file has a tile for which that id was derived. */
  #moveTile(tile: TileRow): TileRow {
    const { tile_id: id, parent_tile_id: parentId } = tile;
    const staysBelowParent =
      !this.#isOfCsv &&
      !hasOpenId(this.#record, id) &&
      this.#storedTiles.get(id)?.parentTileId === parentId;
    return staysBelowParent ? tile : { ...tile, parent_tile_id: this.#resolveParent(parentId) };
  }

  /**
   * A derived id as a parent means the tile of the record that has it in the end, or else the tile for which it was derived. In CSV, it
   * always means the latter.
   */
  #resolveParent(id: TileId | null): TileId | null {
    if (id === null) return null;
    const isOfFile = !this.#isOfCsv && this.#finalIds.has(id);
    return isOfFile ? id : (this.#newIds.get(id) ?? id);
  }

  #setTile(index: number, tile: TileRow): void {
    const idInFile = this.#record.tiles[index]?.tile_id ?? '';
    this.#takenIds.add(tile.tile_id);
    this.#finalIds.add(tile.tile_id);
    if (tile.tile_id !== idInFile) this.#newIds.set(idInFile, tile.tile_id);
    this.#resolved.set(index, tile);
  }

  /** Chooses the id of a tile whose values are not stored. */
  #chooseNewId({ tile_id: id, nodegroup_id: nodegroupId }: TileRow, index: number): TileId {
    if (!hasOpenId(this.#record, id)) return id;
    const mayReplace = this.#record.replacingTileIds.has(id);
    const isFree = !this.#takenIds.has(id) && (mayReplace || !this.#storedTiles.has(id));
    return isFree ? id : this.#nextTileId(index, nodegroupId);
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
