import type { StoredTile } from './stored-resource.ts';

/** A change of one tile, before the review rules apply. */
export type PlannedTileChange =
  | {
      readonly change: 'create';
      readonly after: StoredTile;
      readonly pointer: string;
      /** The ids of the nodes with a value. */
      readonly changed: readonly string[];
    }
  | {
      readonly change: 'update';
      readonly before: StoredTile;
      readonly after: StoredTile;
      readonly pointer: string;
      /** The ids of the nodes with changed values; empty if only the position changes, or a proposal is withdrawn. */
      readonly changed: readonly string[];
      readonly withdrawsProposal?: boolean;
    }
  | { readonly change: 'delete'; readonly before: StoredTile; readonly pointer: string };
