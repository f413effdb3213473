import type { NewStoredFile } from '../files/stored-file.ts';
import type { GraphId, NodegroupId, ResourceId, TileId } from '../ids.ts';
import type { ComputedDescriptors } from '../descriptors/compute-descriptors.ts';
import type { TileDifference } from './tile-difference.ts';

/** What the statement writes of one tile, as columns of the table `tile`. `data` keeps every digit of its numbers. */
export type TileWrite = {
  readonly change: 'create' | 'update' | 'delete';
  readonly tile_id: TileId;
  readonly resource_id: ResourceId;
  readonly nodegroup_id: NodegroupId;
  readonly parent_tile_id: TileId | null;
  /** Whether the stored parent stays. If so, `parent_tile_id` is ignored, because the author may lack the right to read the parent. */
  readonly keeps_parent: boolean;
  readonly sort_order: number | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly provisional_edits: unknown;
  /** Whether the tile consists of proposals only. */
  readonly is_proposed: boolean;
};

/**
 * Converts the difference of a tile into columns.
 * @rule Writing: What keeps the values of a tile that the writer cannot read?
 */
export function toTileWrite(
  { change, before, after }: TileDifference,
  resourceId: ResourceId,
): TileWrite {
  const tile = after ?? before;
  return {
    change,
    tile_id: tile.tileId,
    resource_id: resourceId,
    nodegroup_id: tile.nodegroupId,
    parent_tile_id: tile.parentTileId,
    keeps_parent: before !== null && after?.parentTileId === before.parentTileId,
    sort_order: tile.sortOrder,
    data: change === 'delete' ? {} : { ...tile.data, ...tile.unreadableData },
    provisional_edits: tile.provisionalEdits,
    is_proposed: tile.isProposed,
  };
}

/** Values that must be unique in a nodegroup, as the database function `repeated_values` takes them. */
export type UniqueCheck = {
  readonly constraint_id: string;
  readonly nodegroup_id: NodegroupId;
  /** The resource instance in which the values must be unique; null for all. */
  readonly resource_id: ResourceId | null;
  readonly tile_id: TileId;
  readonly values: Readonly<Record<string, unknown>>;
  /** Whether to report a duplicate. If false, the values are unchanged, and changed values are compared with them. */
  readonly is_asked: boolean;
  /** JSON Pointer to the tile in the document. */
  readonly pointer: string;
};

/** What the statement writes of one resource instance. */
export type ResourceWrite = {
  readonly kind: 'Create' | 'Update';
  readonly resourceId: ResourceId;
  readonly graphId: GraphId;
  /** The version that was read, and must still be stored; null for a new resource instance. */
  readonly version: string | null;
  /**
   * Null if the change takes effect at once, which makes the resource instance authoritative. Otherwise the change concerns only proposals,
   * and these are the accounts whose proposals it stores. If a reviewer only moves or deletes proposed tiles, these are the accounts whose
   * proposals it removes, or none if the whole resource instance is a proposal. A new resource instance is visible only to these accounts
   * and to reviewers.
   */
  readonly proposers: readonly number[] | null;
  /** Null removes the stored id, undefined keeps it. */
  readonly legacyId: string | null | undefined;
  /** ISO 8601; null for the present time. Only for a new resource instance. */
  readonly createdAt: string | null;
  /** Undefined keeps the stored descriptors. */
  readonly descriptors: ComputedDescriptors | undefined;
  /** The stamp of the loaded descriptors, which must be unchanged; null if none were loaded or none are stored. */
  readonly descriptorsStamp: string | null;
  readonly tiles: readonly TileWrite[];
  /** The languages of the written texts; the database adds those that it does not have yet. */
  readonly languages: readonly string[];
  readonly uniqueChecks: readonly UniqueCheck[];
  /** The uploaded files that the tiles are the first to name. Their bytes are stored. */
  readonly files?: readonly NewStoredFile[];
};
