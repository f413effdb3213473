import { valueKey } from '../../../../lib/model/change/compare-values.ts';
import { readResourceIds } from '../../../../lib/model/datatypes/codecs/read-resource-references.ts';
import { datatypeOf } from '../../../../lib/model/datatypes/registry.ts';
import { asList, isObject } from '../../../../lib/model/datatypes/values/json-values.ts';
import type { CompiledNode } from '../../../../lib/model/graphs/compiled-graph.ts';
import type { TileId } from '../../../../lib/model/ids.ts';
import type { ResourceRecord, TileRow } from '../../../../lib/model/resources/resource-record.ts';
import type { ConceptLookup } from './concept-lookup.ts';

/** How a CSV record differs from the JSON record of the same resource instance. */
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

type ValueKeyMaker = (nodeId: string, value: unknown) => string;

/** Creates a function that makes keys of values. Values of JSON and CSV are equal if their keys are. */
export function createValueKeyMaker(
  nodes: ReadonlyMap<string, CompiledNode>,
  concepts: ConceptLookup,
): ValueKeyMaker {
  return (nodeId, value) => {
    const datatype = nodes.get(nodeId)?.datatype ?? '';
    const { holds } = datatypeOf(datatype);
    if (holds === 'concept values') {
      const ids = asList(value).map((id) =>
        typeof id === 'string' ? (concepts.findConceptByValueId(id)?.conceptId ?? id) : '',
      );
      return ids.toSorted().join();
    }
    if (holds === 'resource instances') return readResourceIds(value).toSorted().join();
    if (holds === 'geometry') return createGeometryKey(value);
    if (typeof value === 'string') return value.trim();
    // Of files, the CSV contains only the names.
    if (Array.isArray(value) && value.every((item) => isObject(item) && 'name' in item)) {
      const names = value.map((item) => (isObject(item) ? String(item['name']) : ''));
      return names.toSorted().join();
    }
    return valueKey(value);
  };
}

function createGeometryKey(value: unknown): string {
  const features = isObject(value) ? asList(value['features'] ?? value) : [];
  return features
    .map((feature) => valueKey(isObject(feature) ? (feature['geometry'] ?? feature) : feature))
    .toSorted()
    .join();
}

function isEmptyValue(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function listValues(tile: TileRow): readonly (readonly [string, unknown])[] {
  return Object.entries(tile.data).filter(([, value]) => !isEmptyValue(value));
}

/**
 * Adds to a JSON record the values that only the CSV record of the same resource instance has.
 * @rule Imports and exports: What does an import take of JSON and CSV of the same resource instance?
 * @param allowsOneTile whether a nodegroup has cardinality 1
 */
export function mergeRecords(
  json: ResourceRecord,
  csv: ResourceRecord,
  toKey: ValueKeyMaker,
  allowsOneTile: (nodegroupId: string) => boolean,
): MergedRecord {
  const merger = new RecordMerger(json, toKey, allowsOneTile);
  const groups = Map.groupBy(csv.tiles, (tile) => tile.nodegroup_id);
  for (const [nodegroupId, tiles] of groups) {
    merger.mergeTiles(
      nodegroupId,
      tiles.filter((tile) => listValues(tile).length > 0),
    );
  }
  return merger.createMergedRecord(csv.tiles);
}

class RecordMerger {
  readonly #json: ResourceRecord;
  readonly #toKey: ValueKeyMaker;
  readonly #allowsOneTile: (nodegroupId: string) => boolean;
  readonly #jsonNodeIds: ReadonlySet<string>;
  /** The matching JSON tile of a CSV tile, by the id of the CSV tile. */
  readonly #matches = new Map<string, TileRow>();
  /** The values to add to a JSON tile, by its id. */
  readonly #additions = new Map<string, Record<string, unknown>>();
  readonly #newTiles = new Map<string, TileRow>();
  #added = 0;
  #different = 0;

  constructor(
    json: ResourceRecord,
    toKey: ValueKeyMaker,
    allowsOneTile: (nodegroupId: string) => boolean,
  ) {
    this.#allowsOneTile = allowsOneTile;
    this.#json = json;
    this.#toKey = toKey;
    this.#jsonNodeIds = new Set(json.tiles.flatMap((tile) => listValues(tile).map(([id]) => id)));
  }

  /** Merges the CSV tiles of a nodegroup. */
  mergeTiles(nodegroupId: string, csvTiles: readonly TileRow[]): void {
    const jsonTiles = this.#json.tiles.filter((tile) => tile.nodegroup_id === nodegroupId);
    const unmatchedIds = this.#matchTiles(jsonTiles, csvTiles);
    const unmatchedCsv = csvTiles.filter((tile) => !this.#matches.has(tile.tile_id));
    const unmatchedJson = jsonTiles.filter(
      (tile) => unmatchedIds.has(tile.tile_id) && listValues(tile).length > 0,
    );
    for (const tile of unmatchedCsv) {
      const [jsonTile, anotherJsonTile] = unmatchedJson;
      if (jsonTile === undefined) this.#addTile(tile);
      else if (this.#allowsOneTile(nodegroupId) && anotherJsonTile === undefined)
        this.#addMissingValues(tile, jsonTile);
      // A value that only the CSV has is added with the other values of its tile, without which it has no meaning.
      else if (listValues(tile).some(([nodeId]) => !this.#jsonNodeIds.has(nodeId)))
        this.#addTile(tile);
      else this.#different += listValues(tile).length;
    }
  }

  /** Matches tiles whose common values are equal, those with the most equal values first. @returns the ids of the unmatched JSON tiles */
  #matchTiles(jsonTiles: readonly TileRow[], csvTiles: readonly TileRow[]): ReadonlySet<string> {
    const toKeys = (tile: TileRow): ReadonlyMap<string, string> =>
      new Map(listValues(tile).map(([nodeId, value]) => [nodeId, this.#toKey(nodeId, value)]));
    const jsonKeys = jsonTiles.map((tile) => ({ tile, keys: toKeys(tile) }));
    const pairs = csvTiles.flatMap((csvTile) => {
      const csvKeys = [...toKeys(csvTile)];
      return jsonKeys.flatMap(({ tile, keys }) => {
        const common = csvKeys.filter(([nodeId]) => keys.has(nodeId));
        const equal = common.filter(([nodeId, key]) => keys.get(nodeId) === key).length;
        return equal < common.length ? [] : [{ csvTile, tile, equal }];
      });
    });
    const unmatchedIds = new Set<string>(jsonTiles.map(({ tile_id: id }) => id));
    for (const { csvTile, tile } of pairs.toSorted((one, other) => other.equal - one.equal)) {
      if (this.#matches.has(csvTile.tile_id) || !unmatchedIds.delete(tile.tile_id)) continue;
      this.#addMissingValues(csvTile, tile);
    }
    return unmatchedIds;
  }

  /** Adds the values of a CSV tile that a JSON tile lacks. */
  #addMissingValues(csvTile: TileRow, jsonTile: TileRow): void {
    this.#matches.set(csvTile.tile_id, jsonTile);
    const jsonValues = new Map(listValues(jsonTile));
    const missingValues = listValues(csvTile).filter(([nodeId]) => !jsonValues.has(nodeId));
    this.#added += missingValues.length;
    this.#different += listValues(csvTile).filter(
      ([nodeId, value]) =>
        jsonValues.has(nodeId) &&
        this.#toKey(nodeId, value) !== this.#toKey(nodeId, jsonValues.get(nodeId)),
    ).length;
    if (missingValues.length > 0)
      this.#additions.set(jsonTile.tile_id, Object.fromEntries(missingValues));
  }

  #addTile(tile: TileRow): void {
    this.#added += listValues(tile).length;
    this.#newTiles.set(tile.tile_id, tile);
  }

  /** Finds the parents of the new tiles, and returns the merged record. @param csvTiles all tiles of the CSV record, parents first */
  createMergedRecord(csvTiles: readonly TileRow[]): MergedRecord {
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

  /** Matches the parent of a CSV tile with the parent of its matching JSON tile. Without a match, the parent of a new tile is also new. */
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

/** Returns the ids of CSV tiles, which are partial: they may lack values that stored tiles have. */
export function listTileIds(tiles: readonly TileRow[]): ReadonlySet<TileId> {
  return new Set(tiles.map(({ tile_id: id }) => id));
}
