import type { IntendedTile } from '../../../model/change/intended-resource.ts';
import type { StoredTile } from '../../../model/change/stored-resource.ts';
import { parseTileId, type NodegroupId, type TileId } from '../../../model/ids.ts';

/** A tile of the document while its values are collected. */
export type DocumentTile = {
  readonly tileId: TileId;
  /** The tile id in the document; null if the document has none. */
  readonly idInDocument: string | null;
  readonly nodegroupId: NodegroupId;
  readonly parentTileId: TileId | null;
  /** The stored tile that it continues. */
  readonly stored: StoredTile | undefined;
  /** JSON Pointer to the value that begins it. */
  readonly pointer: string;
  /** Values by node id. At first these are the stored values. */
  readonly data: Map<string, unknown>;
  /** JSON Pointers to the values, by node id. */
  readonly pointers: Map<string, string>;
  /** The ids of the nodes of which the document has an instance in this tile. */
  readonly placedNodes: Set<string>;
};

type NewTile = Omit<DocumentTile, 'tileId' | 'data' | 'pointers' | 'placedNodes'> & {
  readonly tileId: string;
};

/** The tiles of the document that are located so far. */
export type DocumentTiles = {
  readonly all: () => readonly DocumentTile[];
  readonly byId: (tileId: string) => DocumentTile | undefined;
  /** Returns the latest tile of a nodegroup below a parent tile, or at the top; undefined if there is none yet. */
  readonly lastTileIn: (
    parent: DocumentTile | null,
    nodegroup: { readonly nodegroupId: NodegroupId },
  ) => DocumentTile | undefined;
  readonly add: (tile: NewTile) => DocumentTile;
};

export function createDocumentTiles(): DocumentTiles {
  const byId = new Map<string, DocumentTile>();
  const lastTiles = new Map<string, DocumentTile>();
  const keyOf = (parentTileId: string | null, nodegroupId: string): string =>
    `${parentTileId ?? ''} ${nodegroupId}`;
  return {
    all: () => [...byId.values()],
    byId: (tileId) => byId.get(tileId),
    lastTileIn: (parent, { nodegroupId }) =>
      lastTiles.get(keyOf(parent?.tileId ?? null, nodegroupId)),
    add: (newTile) => {
      const tile = {
        ...newTile,
        tileId: parseTileId(newTile.tileId),
        data: new Map(Object.entries(newTile.stored?.data ?? {})),
        pointers: new Map(),
        placedNodes: new Set<string>(),
      };
      byId.set(tile.tileId, tile);
      lastTiles.set(keyOf(tile.parentTileId, tile.nodegroupId), tile);
      return tile;
    },
  };
}

export function toIntendedTile(tile: DocumentTile): IntendedTile {
  const { tileId, nodegroupId, parentTileId, pointer, data, pointers } = tile;
  return {
    tileId,
    nodegroupId,
    parentTileId,
    sortOrder: undefined,
    data: Object.fromEntries(data),
    pointers: Object.fromEntries(pointers),
    pointer,
  };
}
