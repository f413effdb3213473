import type { NodegroupId, TileId } from '../ids.ts';
import type { DocumentProblem } from './document-problem.ts';

/** The intended state of a tile. */
export type IntendedTile = {
  /** The id of the stored tile, or a new one. */
  readonly tileId: TileId;
  readonly nodegroupId: NodegroupId;
  readonly parentTileId: TileId | null;
  /** Undefined keeps the stored order, and puts a new tile after its siblings. */
  readonly sortOrder: number | null | undefined;
  /** Values by node id in stored form. Absent nodes have no value. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Whether the values replace a proposal of the author. If they equal the stored values, the proposal is withdrawn. */
  readonly replacesProposal?: boolean;
  /** JSON Pointers to the values in the document, by node id. */
  readonly pointers: Readonly<Record<string, string>>;
  /** JSON Pointer to the tile in the document. */
  readonly pointer: string;
};

/** The intended state of a resource instance: what its document says. Tiles in neither list stay unchanged. */
export type IntendedResource = {
  /** Parents before children. */
  readonly tiles: readonly IntendedTile[];
  /** The ids of the stored tiles to delete. */
  readonly deleted: readonly TileId[];
  /** Undefined keeps the stored id. */
  readonly legacyId?: string | null | undefined;
  /** JSON Pointer to the legacy id in the document. */
  readonly legacyIdPointer?: string;
  /** The tile of the request, if it is about one tile. */
  readonly tileId?: TileId;
  /** The parts of the document that are not in the model and are ignored. */
  readonly ignored?: readonly DocumentProblem[];
};
