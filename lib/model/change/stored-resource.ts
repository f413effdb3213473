import type { GraphId, NodegroupId, ResourceId, TileId } from '../ids.ts';
import type { TreeTile } from '../resources/resource-tree.ts';

/** A proposal for a tile by one account. */
export type ProvisionalEdit = {
  readonly value: Readonly<Record<string, unknown>>;
  readonly status: 'review';
  readonly action: 'create' | 'update' | 'delete';
  readonly reviewer: number | null;
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  readonly reviewtimestamp: string | null;
};

/** A stored tile that the author is allowed to read. */
export type StoredTile = TreeTile & {
  readonly tileId: TileId;
  readonly nodegroupId: NodegroupId;
  readonly parentTileId: TileId | null;
  readonly sortOrder: number | null;
  /** Decides between tiles with the same sort order (`compareTiles`); absent for a new tile. */
  readonly position?: number;
  /** All proposals by account id; null if there are none. */
  readonly provisionalEdits: Readonly<Record<string, unknown>> | null;
  /** Whether the tile consists of proposals only. Only their authors and reviewers see it. */
  readonly isProposed: boolean;
  /** Values of unreadable nodes in a readable nodegroup. They stay unchanged (ADR 061). */
  readonly unreadableData?: Readonly<Record<string, unknown>>;
  /** Nodes whose values the author cannot read in any tile. Proposals for them stay unchanged, too. */
  readonly unreadableNodes?: readonly string[];
  /**
   * Whether the tile has descendants or values that the author cannot read. It cannot be deleted, because they
   * would be lost.
   */
  readonly hasUnreadableDescendants: boolean;
};

/** The readable part of a stored resource instance. */
export type StoredResource = {
  readonly resourceId: ResourceId;
  readonly graphId: GraphId;
  readonly legacyId: string | null;
  /** The number of changes, in decimal digits. */
  readonly version: string;
  /** Whether it consists of proposals only. */
  readonly isProposed: boolean;
  /** In the order of a record (`recordOrder`). */
  readonly tiles: readonly StoredTile[];
};
