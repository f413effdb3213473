import type { IntendedTile } from '../../../model/change/intended-tiles.ts';
import type { StoredTile } from '../../../model/change/stored-resource.ts';
import { parseTileId, type NodegroupId, type TileId } from '../../../model/ids.ts';

/** A tile of the document, while it is filled. */
export type DocumentTile = {
  readonly tileId: TileId;
  /** The id that the document gives it. Null where it gives none. */
  readonly givenId: string | null;
  readonly nodegroupId: NodegroupId;
  readonly parentTileId: TileId | null;
  /** The stored tile that it continues. */
  readonly stored: StoredTile | undefined;
  /** JSON Pointer to the value that begins it. */
  readonly pointer: string;
  /** Values by node id: at first the stored ones. */
  readonly data: Map<string, unknown>;
  /** JSON Pointers to the values, by node id. */
  readonly pointers: Map<string, string>;
  /** The ids of the nodes that the document has in this tile. */
  readonly placedNodes: Set<string>;
};

type NewTile = Omit<DocumentTile, 'tileId' | 'data' | 'pointers' | 'placedNodes'> & {
  readonly tileId: string;
};

/** The tiles that the document has so far. */
export type DocumentTiles = {
  readonly all: () => readonly DocumentTile[];
  readonly byId: (tileId: string) => DocumentTile | undefined;
  /** The last tile of a nodegroup below another tile, or at the top. Undefined where there is none yet. */
  readonly lastIn: (
    parent: DocumentTile | null,
    nodegroup: { readonly nodegroupId: NodegroupId },
  ) => DocumentTile | undefined;
  readonly add: (tile: NewTile) => DocumentTile;
};

export function documentTiles(): DocumentTiles {
  const byId = new Map<string, DocumentTile>();
  const byParent = new Map<string, DocumentTile>();
  const keyOf = (parentTileId: string | null, nodegroupId: string): string =>
    `${parentTileId ?? ''} ${nodegroupId}`;
  return {
    all: () => [...byId.values()],
    byId: (tileId) => byId.get(tileId),
    lastIn: (parent, { nodegroupId }) => byParent.get(keyOf(parent?.tileId ?? null, nodegroupId)),
    add: (added) => {
      const tile = {
        ...added,
        tileId: parseTileId(added.tileId),
        data: new Map(Object.entries(added.stored?.data ?? {})),
        pointers: new Map(),
        placedNodes: new Set<string>(),
      };
      byId.set(tile.tileId, tile);
      byParent.set(keyOf(tile.parentTileId, tile.nodegroupId), tile);
      return tile;
    },
  };
}

export function intendedTile(tile: DocumentTile): IntendedTile {
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
