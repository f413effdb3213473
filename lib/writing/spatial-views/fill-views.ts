import type { DataApi } from '../../data-api/client.ts';
import { runQuery } from '../../data-api/query.ts';
import { fillNextBatch } from '../../queries/spatial-views/fill-views.ts';

export type FillResult = {
  /** The number of written batches. */
  readonly batches: number;
  readonly isComplete: boolean;
};

/**
 * Fills the spatial views that have too many features to be filled by the request that changed them
 * (infra/schema/spatial-views/fill-views.sql). Each batch is a transaction, so that an interrupted run can be
 * continued and concurrent runs are safe.
 * @param hasTimeLeft called before each batch
 */
export async function fillViews(dataApi: DataApi, hasTimeLeft = () => true): Promise<FillResult> {
  for (let batches = 0; ; batches += 1) {
    if (!hasTimeLeft()) return { batches, isComplete: false };
    if (!(await runQuery(dataApi.write, fillNextBatch()))) return { batches, isComplete: true };
  }
}
