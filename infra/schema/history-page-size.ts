import type { DataApi } from '../../lib/data-api/client.ts';
import { runQuery } from '../../lib/data-api/query.ts';
import { storeHistoryPageSize } from './queries/store-history-page-size.ts';

/**
 * Stores the page size of the activity stream, but only while the stream is empty, because harvesters refer to pages by
 * their numbers.
 * @returns a warning for the operator if the stored size differs from the requested one
 */
export async function applyHistoryPageSize(
  owner: DataApi,
  requestedSize: number | undefined,
): Promise<readonly string[]> {
  const size = await runQuery(owner.write, storeHistoryPageSize(requestedSize));
  if (requestedSize === undefined || requestedSize === size) return [];
  return [
    `Warning: HDS_HISTORY_PAGE_SIZE is ${requestedSize}, but the activity stream has pages of ${size} items, which harvesters may have read. The size does not change. Set HDS_HISTORY_PAGE_SIZE to ${size}, or remove it.`,
  ];
}
