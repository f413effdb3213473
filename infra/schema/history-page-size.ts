import type { DataApi } from '../../lib/data-api/client.ts';
import { runQuery } from '../../lib/data-api/query.ts';
import { storeHistoryPageSize } from '../queries/store-history-page-size.ts';

/**
 * Sets the page size of the activity stream, as long as the stream is empty: later harvesters know pages by number.
 * @returns a warning for the operator if the stored size stays different
 */
export async function applyHistoryPageSize(
  owner: DataApi,
  requestedSize: number | undefined,
): Promise<readonly string[]> {
  const size = await runQuery(owner.write, storeHistoryPageSize(requestedSize));
  if (requestedSize === undefined || requestedSize === size) return [];
  return [
    `Warning: HDS_HISTORY_PAGE_SIZE is ${requestedSize}, but the activity stream has pages of ${size} items, which harvesters may have read. The size does not change; set it to ${size}, or leave it out.`,
  ];
}
