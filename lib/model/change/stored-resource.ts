import type { GraphId, NodegroupId, ResourceId, TileId } from '../ids.ts';
import type { PlacedTile } from '../resources/resource-tree.ts';

/** What somebody proposes for a tile, by the id of the account: it waits for a reviewer (behaviour of provisional edits). */
export type ProvisionalEdit = {
  readonly value: Readonly<Record<string, unknown>>;
  readonly status: 'review';
  readonly action: 'create' | 'update' | 'delete';
  readonly reviewer: number | null;
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  readonly reviewtimestamp: string | null;
};

/** A tile as it is stored, one that the writer may read. */
export type StoredTile = PlacedTile & {
  readonly tileId: TileId;
  readonly nodegroupId: NodegroupId;
  readonly parentTileId: TileId | null;
  readonly sortOrder: number | null;
  /** Proposals by account id, all of them; null where there are none. */
  readonly provisionalEdits: Readonly<Record<string, unknown>> | null;
  /** Whether it is nothing but proposals: it has no value, and is there for their authors and for reviewers alone. */
  readonly isProposed: boolean;
  /** Values that the writer may not read, though the nodegroup is readable: they stay as they are (ADR 061). */
  readonly closedData?: Readonly<Record<string, unknown>>;
  /** Whether there are tiles below it that are not there for the writer, or values in it that the writer may not read: it cannot go, since they would go with it. */
  readonly holdsUnreadable: boolean;
};

/** A resource instance as it is stored, as far as the writer may read it. */
export type StoredResource = {
  readonly resourceId: ResourceId;
  readonly graphId: GraphId;
  readonly legacyId: string | null;
  /** Counts its changes; decimal digits. */
  readonly version: string;
  /** Whether it is nothing but proposals. */
  readonly isProposed: boolean;
  /** In their stable order: that of the model, then sort order, then id. */
  readonly tiles: readonly StoredTile[];
};
