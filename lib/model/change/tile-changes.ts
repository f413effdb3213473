import type { ResourceId } from '../ids.ts';
import type { ChangeAuthor } from './change-context.ts';
import type { PlannedTile } from './plan-tiles.ts';
import { isOwnProposal, proposedDeletion, proposedTile, proposedValues } from './proposals.ts';
import type { TileChange } from './resource-change.ts';
import type { StoredTile } from './stored.ts';

/** What is written of a planned tile, and what the tile is then; null where it is gone. */
export type WrittenTile = {
  readonly change: TileChange['change'];
  readonly before: StoredTile | null;
  readonly after: StoredTile | null;
};

/**
 * What is written of planned tiles. A reviewer's values count at once, and settle what was proposed for the tile; what others write
 * is proposed beside the values that count.
 * @param now ISO 8601, UTC
 */
export function writtenTiles(
  planned: readonly PlannedTile[],
  { accountId, isReviewer }: Pick<ChangeAuthor, 'accountId' | 'isReviewer'>,
  now: string,
): readonly WrittenTile[] {
  const author = { accountId, now };
  return planned.flatMap((plan) => (isReviewer ? [counted(plan)] : proposed(plan, author)));
}

function counted(plan: PlannedTile): WrittenTile {
  if (plan.change === 'create') return { change: 'create', before: null, after: plan.after };
  if (plan.change === 'delete') return { change: 'delete', before: plan.before, after: null };
  const settled = plan.changed.length > 0 ? { ...plan.after, provisionalEdits: null } : plan.after;
  return { change: 'update', before: plan.before, after: settled };
}

function proposed(
  plan: PlannedTile,
  author: { readonly accountId: number; readonly now: string },
): readonly WrittenTile[] {
  if (plan.change === 'create') {
    const data = Object.fromEntries(Object.keys(plan.after.data).map((nodeId) => [nodeId, null]));
    const provisionalEdits = proposedTile(plan.after.data, author);
    return [{ change: 'create', before: null, after: { ...plan.after, data, provisionalEdits } }];
  }
  const { before } = plan;
  if (plan.change === 'delete' && isOwnProposal(before, author.accountId)) {
    return [{ change: 'delete', before, after: null }];
  }
  const provisionalEdits =
    plan.change === 'delete'
      ? proposedDeletion(before, author)
      : proposedValues(before, plan.after.data, author);
  if (provisionalEdits === undefined) return [];
  // The place of a tile is not proposed: it stays until a reviewer moves it.
  return [{ change: 'update', before, after: { ...before, provisionalEdits } }];
}

/** The row of a tile that is written. */
export function tileChange(
  { change, before, after }: WrittenTile,
  resourceId: ResourceId,
): readonly TileChange[] {
  const tile = after ?? before;
  if (tile === null) return [];
  return [
    {
      change,
      tile_id: tile.tileId,
      resource_id: resourceId,
      nodegroup_id: tile.nodegroupId,
      parent_tile_id: tile.parentTileId,
      keeps_parent: before !== null && after?.parentTileId === before.parentTileId,
      sort_order: tile.sortOrder,
      data: change === 'delete' ? {} : { ...tile.data, ...tile.closedData },
      provisional_edits: tile.provisionalEdits,
    },
  ];
}

/** The tiles that are there afterwards, in no order. */
export function tilesAfter(
  stored: readonly StoredTile[],
  written: readonly WrittenTile[],
): readonly StoredTile[] {
  const byId = new Map<string, StoredTile>(stored.map((tile) => [tile.tileId, tile]));
  for (const { before, after } of written) {
    if (after !== null) byId.set(after.tileId, after);
    else if (before !== null) byId.delete(before.tileId);
  }
  return [...byId.values()];
}
