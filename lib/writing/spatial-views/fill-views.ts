import type { DataApi } from '../../data-api/client.ts';
import { runQuery } from '../../data-api/query.ts';
import { fillNextBatch } from '../../queries/spatial-views/fill-views.ts';

/** How far filling came. */
export type FillResult = {
  /** Batches of rows that were written. */
  readonly batches: number;
  /** Whether every view is filled. */
  readonly isComplete: boolean;
};

/**
 * Fills the spatial views that are filled after their request (infra/schema/spatial-views/fill-views.sql). Each batch is a transaction: what is broken
 * off goes on where it was, and two may fill at once.
 * @param hasTime asked before each batch: whether there is time for one more
 */
export async function fillViews(data: DataApi, hasTime = () => true): Promise<FillResult> {
  for (let batches = 0; ; batches += 1) {
    if (!hasTime()) return { batches, isComplete: false };
    if (!(await runQuery(data.write, fillNextBatch()))) return { batches, isComplete: true };
  }
}
