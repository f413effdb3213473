import type { GraphId, NodegroupId, ResourceId, TileId } from '../ids.ts';
import type { ComputedDescriptors } from '../descriptors/compute-descriptors.ts';

/** One tile that is to be written or deleted, in the columns of its table. `data` keeps every digit of its numbers. */
export type TileChange = {
  readonly change: 'create' | 'update' | 'delete';
  readonly tile_id: TileId;
  readonly resource_id: ResourceId;
  readonly nodegroup_id: NodegroupId;
  readonly parent_tile_id: TileId | null;
  /** Whether its parent stays what it is, which need not be one that the writer may see. */
  readonly keeps_parent: boolean;
  readonly sort_order: number | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly provisional_edits: unknown;
  /** Whether it is nothing but proposals. */
  readonly is_proposed: boolean;
};

/** Values of a tile that no other tile of its nodegroup may have, as the function `repeated_values` of the database takes them. */
export type UniqueCheck = {
  readonly constraint_id: string;
  readonly nodegroup_id: NodegroupId;
  /** Whose tiles may not have them; null: those of all. */
  readonly resource_id: ResourceId | null;
  readonly tile_id: TileId;
  readonly values: Readonly<Record<string, unknown>>;
  /** Whether to say that another tile has them; where not, this tile has them already. */
  readonly is_asked: boolean;
  /** Where the tile stands in the document. */
  readonly pointer: string;
};

/** What is to become of one resource instance, told apart from what is stored: the one thing that is ever written. */
export type ResourceChange = {
  readonly kind: 'Create' | 'Update';
  readonly resourceId: ResourceId;
  readonly graphId: GraphId;
  /** The version that was read, which must still be the present one; null for a new resource instance. */
  readonly version: string | null;
  /**
   * Null where something of it counts for everybody. Else it is nothing but proposals, those of these accounts: they and reviewers alone learn
   * of it. Of a resource instance that is only proposed there may be none of them: some are taken away.
   */
  readonly proposers: readonly number[] | null;
  /** Null for none; undefined leaves it as it is. */
  readonly legacyId: string | null | undefined;
  /** ISO 8601; null for now. For a new resource instance only. */
  readonly createdAt: string | null;
  /** Undefined leaves them as they are. */
  readonly descriptors: ComputedDescriptors | undefined;
  /** That of the texts that were read, which must still be the present ones where others are stored; null where none were read. */
  readonly descriptorsStamp: string | null;
  readonly tiles: readonly TileChange[];
  /** Languages that its texts are in. */
  readonly languages: readonly string[];
  readonly uniqueChecks: readonly UniqueCheck[];
};
