import { parseNodegroupId, type TileId } from '../ids.ts';
import { jsonPointer } from '../../json/json-pointer.ts';
import type { ResourceRecord } from '../resources/resource-record.ts';
import { type ComparisonContext, createModelLookup } from './comparison-context.ts';
import type { IntendedTile, IntendedResource } from './intended-resource.ts';
import { maxTiles, siblingKey } from '../graphs/cardinality.ts';
import { isEqualValue, valueKey } from './compare-values.ts';
import { selectContinuableTiles } from './continuable-tiles.ts';
import { mergeTileValues } from './merge-tile-values.ts';
import { ownProposedValues } from './proposals.ts';
import type { StoredTile } from './stored-resource.ts';

/** Which members a tile record leaves out. */
export type OmittedMembers = { readonly tileId: boolean; readonly sortOrder: boolean };

type RecordOptions = {
  /** JSON Pointer to the record in its document. */
  readonly recordPointer: string;
  /** For each tile of the record, by index. */
  readonly omitted: readonly OmittedMembers[];
  readonly stored: StoredTilesToPair;
  /** Maps a tile id of the record to a stored or new tile id. Equal ids are mapped to equal ids. */
  readonly idOf: (tileId: TileId) => TileId;
  /** Makes an id for a tile without one that is new. */
  readonly newId: () => TileId;
  readonly context: ComparisonContext;
};

/**
 * Converts tile records (service-json, business data) into intended tiles. Provisional edits in the records are
 * ignored, because only their authors can make them. The id of a new tile does not depend on its position: a tile that the author may not
 * see could have that id.
 * @rule Writing: Which tiles does a document of tile records delete by leaving them out?
 */
export function recordToIntended(
  { tiles }: ResourceRecord,
  { recordPointer, omitted, stored, idOf, newId, context }: RecordOptions,
): IntendedResource {
  const tilesWithoutId = new Set<IntendedTile>();
  const tilesOfRecord = tiles.map((tile, index): IntendedTile => {
    const pointer = `${recordPointer}${jsonPointer(['tiles', index])}`;
    const isWithoutId = omitted[index]?.tileId === true;
    const intendedTile = {
      tileId: isWithoutId ? newId() : idOf(tile.tile_id),
      nodegroupId: parseNodegroupId(tile.nodegroup_id),
      parentTileId: tile.parent_tile_id === null ? null : idOf(tile.parent_tile_id),
      sortOrder: omitted[index]?.sortOrder === true ? undefined : tile.sort_order,
      data: tile.data,
      pointer,
      pointers: Object.fromEntries(
        Object.keys(tile.data).map((nodeId) => [
          nodeId,
          `${pointer}${jsonPointer(['data', nodeId])}`,
        ]),
      ),
    };
    if (isWithoutId) tilesWithoutId.add(intendedTile);
    return intendedTile;
  });
  const pairs = pairTilesWithoutId(
    tilesOfRecord,
    (tile) => tilesWithoutId.has(tile),
    stored,
    context,
  );
  const intended = tilesOfRecord.map((tile) => ({
    ...tile,
    tileId: pairs.get(tile)?.tileId ?? tile.tileId,
  }));
  const recordTileIds = new Set<string>(intended.map(({ tileId }) => tileId));
  const deleted = stored.tiles
    .filter((tile) => stored.isReplaced(tile) && !recordTileIds.has(tile.tileId))
    .map(({ tileId }) => tileId);
  return { tiles: intended, deleted };
}

/** The stored tiles, and which of them are deleted if the document leaves them out. */
export type StoredTilesToPair = {
  readonly tiles: readonly StoredTile[];
  readonly isReplaced: (tile: StoredTile) => boolean;
};

/** The stored tiles of one nodegroup with the same parent tile. */
type StoredSiblings = {
  /** In their stable order. */
  readonly all: readonly StoredTile[];
  /** Those that no tile of the document continues yet. */
  readonly free: Set<StoredTile>;
};

/** Finds the stored tile that a tile of the document continues. `position` counts its siblings in the document, from 0. */
type FindPair = (tile: IntendedTile, position: number) => StoredTile | undefined;

/** The maximum number of comparisons by meaning in one document. Beyond it, only values that are written alike are found equal. */
const maxComparisons = 20_000;

/**
 * Pairs the tiles of a document that have no id with the stored tiles that they continue, so that a repeated request changes nothing: first
 * equal tiles, then the only tile of a nodegroup that allows one, then the tile in the same position. Only a tile that is deleted if the
 * document leaves it out is continued because of its position. Tiles without a pair are new.
 * @rule Writing: Which stored tile does a tile record without an id continue?
 * @param intended all tiles of the document
 * @param isWithoutId whether a tile of the document has no id
 */
export function pairTilesWithoutId(
  intended: readonly IntendedTile[],
  isWithoutId: (tile: IntendedTile) => boolean,
  { tiles: storedTiles, isReplaced }: StoredTilesToPair,
  context: ComparisonContext,
): ReadonlyMap<IntendedTile, StoredTile> {
  const pairs = new Map<IntendedTile, StoredTile>();
  const namedIds = new Set<string>(
    intended.filter((tile) => !isWithoutId(tile)).map(({ tileId }) => tileId),
  );
  const storedByKey = Map.groupBy(
    selectContinuableTiles(storedTiles, context.graph, context.author.accountId),
    siblingKey,
  );
  const isRepetition = createRepetitionCheck(context);
  for (const [key, siblings] of Map.groupBy(intended, siblingKey)) {
    const all = storedByKey.get(key) ?? [];
    const free = new Set(all.filter(({ tileId }) => !namedIds.has(tileId)));
    const stored = { all, free };
    for (const findPair of [
      findAlike(stored, context),
      findEqual(stored, isRepetition),
      findOnly(stored, context),
      findByPosition(stored, isReplaced),
    ]) {
      for (const [position, tile] of siblings.entries()) {
        if (free.size === 0) break;
        const pair = isWithoutId(tile) && !pairs.has(tile) ? findPair(tile, position) : undefined;
        if (pair === undefined) continue;
        pairs.set(tile, pair);
        free.delete(pair);
      }
    }
  }
  return pairs;
}

/** Finds tiles whose values, or values that the author has proposed, are written alike. */
function findAlike({ free }: StoredSiblings, { author }: ComparisonContext): FindPair {
  const keyed = [...free].flatMap((tile) => {
    const proposed = ownProposedValues(tile, author.accountId);
    const values = [...(tile.isProposed ? [] : [tile.data]), ...(proposed ? [proposed] : [])];
    return values.map((data) => ({ key: valuesKey(data), tile }));
  });
  const candidatesByKey = new Map(
    Array.from(
      Map.groupBy(keyed, ({ key }) => key),
      ([key, items]) => [key, items.values()],
    ),
  );
  return ({ data }) =>
    candidatesByKey.get(valuesKey(data))?.find(({ tile }) => free.has(tile))?.tile;
}

/** Finds tiles that would not change. The tile in the same position is compared first. */
function findEqual({ all, free }: StoredSiblings, isRepetition: RepetitionCheck): FindPair {
  return (tile, position) => {
    for (const stored of [all.slice(position, position + 1), free]
      .values()
      .flatMap((list) => list.values())) {
      const isRepeated = free.has(stored) ? isRepetition(tile, stored) : false;
      if (isRepeated === undefined) return undefined;
      if (isRepeated) return stored;
    }
    return undefined;
  };
}

/** Finds the only tile of a nodegroup that allows one. */
function findOnly({ all, free }: StoredSiblings, { graph }: ComparisonContext): FindPair {
  const nodegroup = graph.nodegroups.find(({ nodegroupId }) => nodegroupId === all[0]?.nodegroupId);
  const isSingle = nodegroup !== undefined && maxTiles(nodegroup) === 1 && all.length === 1;
  return () => (isSingle ? [...free][0] : undefined);
}

function findByPosition(
  { all, free }: StoredSiblings,
  isReplaced: (tile: StoredTile) => boolean,
): FindPair {
  return (_, position) =>
    all.slice(position, position + 1).find((stored) => free.has(stored) && isReplaced(stored));
}

function valuesKey(data: StoredTile['data']): string {
  return valueKey(
    Object.fromEntries(Object.entries(data).filter(([, value]) => (value ?? null) !== null)),
  );
}

/** Returns undefined after `maxComparisons`. */
type RepetitionCheck = (tile: IntendedTile, stored: StoredTile) => boolean | undefined;

/** Creates the check that a tile of the document repeats the values of a stored tile, or those that the author has proposed for it. */
function createRepetitionCheck(context: ComparisonContext): RepetitionCheck {
  const model = createModelLookup(context.graph);
  let remainingComparisons = maxComparisons;
  return (tile, stored) => {
    remainingComparisons -= 1;
    if (remainingComparisons < 0) return undefined;
    const { data, changed } = mergeTileValues(stored, tile, model, context);
    const proposed = ownProposedValues(stored, context.author.accountId);
    return (
      (changed.length === 0 && !stored.isProposed) ||
      (proposed !== undefined && isEqualValue(proposed, data))
    );
  };
}
