import type { NodegroupId, TileId } from '../ids.ts';

/** A tile as a document wants it to be. */
export type IntendedTile = {
  /** That of the stored tile that it continues, or a new one. */
  readonly tileId: TileId;
  readonly nodegroupId: NodegroupId;
  readonly parentTileId: TileId | null;
  /** Undefined: as it is stored, or after its siblings where it is new. */
  readonly sortOrder: number | null | undefined;
  /** Values by node id, in the form in which they are stored. A node that is not in here has no value. */
  readonly data: Readonly<Record<string, unknown>>;
  /** JSON Pointer to the value of a node in the document, by node id. */
  readonly pointers: Readonly<Record<string, string>>;
  /** JSON Pointer to what stands for the tile in the document. */
  readonly pointer: string;
};

/** What a document wants of a resource instance. Tiles that are in neither list are left alone. */
export type Intended = {
  /** Each after its parent. */
  readonly tiles: readonly IntendedTile[];
  /** Stored tiles that the document leaves out. */
  readonly deleted: readonly TileId[];
};
