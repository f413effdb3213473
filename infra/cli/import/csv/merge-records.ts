import { valueKey } from '../../../../lib/model/change/compare-values.ts';
import { readResourceIds } from '../../../../lib/model/datatypes/codecs/read-resource-references.ts';
import { datatypeOf } from '../../../../lib/model/datatypes/registry.ts';
import { asList, isObject } from '../../../../lib/model/datatypes/values/json-values.ts';
import type { CompiledNode } from '../../../../lib/model/graphs/compiled-graph.ts';
import type { TileId } from '../../../../lib/model/ids.ts';
import type { ResourceRecord, TileRow } from '../../../../lib/model/resources/resource-record.ts';
import type { CellLookup } from './cell-lookup.ts';

/** What a CSV record has beyond the JSON record of the same resource instance. */
export type MergeCounts = {
  /** Values that only the CSV has. */
  readonly added: number;
  /** Values of the CSV that differ from those of the JSON. */
  readonly different: number;
};

export type MergedRecord = MergeCounts & {
  /** The JSON record with the values that only the CSV has. */
  readonly record: ResourceRecord;
  /** The tiles that the CSV adds. */
  readonly newTiles: readonly TileRow[];
};

type ValueKey = (nodeId: string, value: unknown) => string;

/** Makes keys by which the values of both files are compared. */
export function createValueKey(
  nodes: ReadonlyMap<string, CompiledNode>,
  lookup: CellLookup,
): ValueKey {
  return (nodeId, value) => {
    const datatype = nodes.get(nodeId)?.datatype ?? '';
    const { holds } = datatypeOf(datatype);
    if (holds === 'concept values') {
      const ids = asList(value).map((id) =>
        typeof id === 'string' ? (lookup.concept(id)?.conceptId ?? id) : '',
      );
      return ids.toSorted().join();
    }
    if (holds === 'resource instances') return readResourceIds(value).toSorted().join();
    if (holds === 'geometry') return geometryKey(value);
    if (typeof value === 'string') return value.trim();
    // The CSV has only the names of files.
    if (Array.isArray(value) && value.every((item) => isObject(item) && 'name' in item)) {
      const names = value.map((item) => (isObject(item) ? String(item['name']) : ''));
      return names.toSorted().join();
    }
    return valueKey(value);
  };
}

function geometryKey(value: unknown): string {
  const features = isObject(value) ? asList(value['features'] ?? value) : [];
  return features
    .map((feature) => valueKey(isObject(feature) ? (feature['geometry'] ?? feature) : feature))
    .toSorted()
    .join();
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function valuesOf(tile: TileRow): readonly (readonly [string, unknown])[] {
  return Object.entries(tile.data).filter(([, value]) => !isEmpty(value));
}

/**
 * Adds to a JSON record the values that only the CSV record of the same resource instance has.
 * @param isSingle whether a nodegroup has cardinality 1
 */
export function mergeRecords(
  json: ResourceRecord,
  csv: ResourceRecord,
  keyOf: ValueKey,
  isSingle: (nodegroupId: string) => boolean,
): MergedRecord {
  const merger = new RecordMerger(json, keyOf, isSingle);
  const groups = Map.groupBy(csv.tiles, (tile) => tile.nodegroup_id);
  for (const [nodegroupId, tiles] of groups) {
    merger.mergeTiles(
      nodegroupId,
      tiles.filter((tile) => valuesOf(tile).length > 0),
    );
  }
  return merger.finish(csv.tiles);
}

class RecordMerger {
  readonly #json: ResourceRecord;
  readonly #keyOf: ValueKey;
  readonly #isSingle: (nodegroupId: string) => boolean;
  readonly #jsonNodeIds: ReadonlySet<string>;
  /** The matching JSON tile of a CSV tile, by the id of the CSV tile. */
  readonly #matches = new Map<string, TileRow>();
  /** The values to add to a JSON tile, by its id. */
  readonly #additions = new Map<string, Record<string, unknown>>();
  readonly #newTiles = new Map<string, TileRow>();
  #added = 0;
  #different = 0;

  constructor(json: ResourceRecord, keyOf: ValueKey, isSingle: (nodegroupId: string) => boolean) {
    this.#isSingle = isSingle;
    this.#json = json;
    this.#keyOf = keyOf;
    this.#jsonNodeIds = new Set(json.tiles.flatMap((tile) => valuesOf(tile).map(([id]) => id)));
  }

  /** Merges the CSV tiles of a nodegroup. */
  mergeTiles(nodegroupId: string, csvTiles: readonly TileRow[]): void {
    const jsonTiles = this.#json.tiles.filter((tile) => tile.nodegroup_id === nodegroupId);
    const freeIds = this.#matchTiles(jsonTiles, csvTiles);
    const unmatched = csvTiles.filter((tile) => !this.#matches.has(tile.tile_id));
    const otherTiles = jsonTiles.filter(
      (tile) => freeIds.has(tile.tile_id) && valuesOf(tile).length > 0,
    );
    for (const tile of unmatched) {
      const [onlyOther, another] = otherTiles;
      if (onlyOther === undefined) this.#addTile(tile);
      else if (this.#isSingle(nodegroupId) && another === undefined) this.#fill(tile, onlyOther);
      // A value that only the CSV has stays beside the other values of its tile, which give it its meaning.
      else if (valuesOf(tile).some(([nodeId]) => !this.#jsonNodeIds.has(nodeId)))
        this.#addTile(tile);
      else this.#different += valuesOf(tile).length;
    }
  }

  /** Matches tiles whose common values are equal, those with the most equal values first. @returns the ids of the unmatched JSON tiles */
  #matchTiles(jsonTiles: readonly TileRow[], csvTiles: readonly TileRow[]): ReadonlySet<string> {
    const keysOf = (tile: TileRow): ReadonlyMap<string, string> =>
      new Map(valuesOf(tile).map(([nodeId, value]) => [nodeId, this.#keyOf(nodeId, value)]));
    const jsonKeys = jsonTiles.map((tile) => ({ tile, keys: keysOf(tile) }));
    const pairs = csvTiles.flatMap((csvTile) => {
      const csvKeys = [...keysOf(csvTile)];
      return jsonKeys.flatMap(({ tile, keys }) => {
        const common = csvKeys.filter(([nodeId]) => keys.has(nodeId));
        const equal = common.filter(([nodeId, key]) => keys.get(nodeId) === key).length;
        return equal < common.length ? [] : [{ csvTile, tile, equal }];
      });
    });
    const freeIds = new Set<string>(jsonTiles.map(({ tile_id: id }) => id));
    for (const { csvTile, tile } of pairs.toSorted((one, other) => other.equal - one.equal)) {
      if (this.#matches.has(csvTile.tile_id) || !freeIds.delete(tile.tile_id)) continue;
      this.#fill(csvTile, tile);
    }
    return freeIds;
  }

  /** Adds the values of a CSV tile that a JSON tile lacks. */
  #fill(csvTile: TileRow, jsonTile: TileRow): void {
    this.#matches.set(csvTile.tile_id, jsonTile);
    const ownValues = new Map(valuesOf(jsonTile));
    const missing = valuesOf(csvTile).filter(([nodeId]) => !ownValues.has(nodeId));
    this.#added += missing.length;
    this.#different += valuesOf(csvTile).filter(
      ([nodeId, value]) =>
        ownValues.has(nodeId) &&
        this.#keyOf(nodeId, value) !== this.#keyOf(nodeId, ownValues.get(nodeId)),
    ).length;
    if (missing.length > 0) this.#additions.set(jsonTile.tile_id, Object.fromEntries(missing));
  }

  #addTile(tile: TileRow): void {
    this.#added += valuesOf(tile).length;
    this.#newTiles.set(tile.tile_id, tile);
  }

  /** Finds the parents of the new tiles. @param csvTiles all of the record, parents first */
  finish(csvTiles: readonly TileRow[]): MergedRecord {
    for (const tile of csvTiles.toReversed()) this.#matchParent(tile, csvTiles);
    const newTiles = csvTiles.flatMap((csvTile) => {
      const tile = this.#newTiles.get(csvTile.tile_id);
      if (tile === undefined) return [];
      const parent = this.#matches.get(tile.parent_tile_id ?? '');
      return [{ ...tile, parent_tile_id: parent?.tile_id ?? tile.parent_tile_id }];
    });
    const tiles = this.#json.tiles.map((tile) => {
      const values = this.#additions.get(tile.tile_id);
      return values === undefined ? tile : { ...tile, data: { ...tile.data, ...values } };
    });
    return {
      record: { ...this.#json, tiles: [...tiles, ...newTiles] },
      newTiles,
      added: this.#added,
      different: this.#different,
    };
  }

  /** Matches the parent of a tile: by the parent of the matched JSON tile. The parent of a new tile is new if nothing matches. */
  #matchParent(tile: TileRow, csvTiles: readonly TileRow[]): void {
    const parentId = tile.parent_tile_id;
    if (parentId === null || this.#matches.has(parentId)) return;
    const jsonParentId = this.#matches.get(tile.tile_id)?.parent_tile_id;
    const jsonParent = this.#json.tiles.find(({ tile_id: id }) => id === jsonParentId);
    const csvParent = csvTiles.find(({ tile_id: id }) => id === parentId);
    if (jsonParent !== undefined) {
      this.#matches.set(parentId, jsonParent);
      this.#newTiles.delete(parentId);
    } else if (csvParent !== undefined && this.#newTiles.has(tile.tile_id)) {
      if (!this.#newTiles.has(parentId)) this.#newTiles.set(parentId, csvParent);
    }
  }
}

/** The ids of tiles that lack a part of their file. */
export function partialIds(tiles: readonly TileRow[]): ReadonlySet<TileId> {
  return new Set(tiles.map(({ tile_id: id }) => id));
}
