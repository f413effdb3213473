import type { DataApi } from '../../lib/data-api/client.ts';
import { runQuery } from '../../lib/data-api/query.ts';
import { storeHistoryPageSize } from '../queries/history-page-size.ts';

/**
 * Settles how many items a page of the activity stream has: what is asked for, as long as the stream is empty. Afterwards the size stays
 * what it is, because harvesters know pages by their numbers.
 * @param wanted undefined where nobody asks
 * @returns a warning for the operator where it stays another size than was asked for
 */
export async function applyHistoryPageSize(
  owner: DataApi,
  wanted: number | undefined,
): Promise<readonly string[]> {
  const size = await runQuery(owner.write, storeHistoryPageSize(wanted));
  if (wanted === undefined || wanted === size) return [];
  return [
    `Warning: HDS_HISTORY_PAGE_SIZE is ${wanted}, but the activity stream has pages of ${size} items, which harvesters may have read. They stay so; set it to ${size}, or leave it out.`,
  ];
}
