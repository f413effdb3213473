import type { DataApi } from '../lib/data-api/client.ts';
import { runQuery, type RowsQuery } from '../lib/data-api/query.ts';
import { nilUuid } from '../lib/model/ids.ts';
import {
  announceResources,
  correctionsAfterRestore,
  endAllSignIns,
  fillLostOrdinals,
  raiseVersions,
  type ResourceBatch,
} from './queries/after-restore.ts';
import { countActivity } from './queries/write-activity.ts';

export type RestoreOptions = {
  /** The highest ordinal of the activity stream that anybody may have read before the loss. */
  readonly publishedOrdinal: number;
  /** Whether to add an Update of each resource instance to the activity stream. */
  readonly announcesAll: boolean;
};

export type RestoreResult = {
  readonly tokens: number;
  readonly sessions: number;
  readonly resources: number;
  /** The last ordinal of the restored stream. */
  readonly restoredOrdinal: number;
  readonly maskedItems: number;
  readonly announced: number;
};

/**
 * Corrects a database that was restored from a backup, before it serves requests: ordinals, versions, times and ids that were given out
 * after the backup are not given out again with another meaning, and all sign-ins end. Can be run again.
 * @param report called with the number of finished resource instances
 */
export async function correctAfterRestore(
  owner: DataApi,
  { publishedOrdinal, announcesAll }: RestoreOptions,
  report: (resources: number) => void,
): Promise<RestoreResult> {
  const ended = await runQuery(owner.write, endAllSignIns());
  for (const statement of correctionsAfterRestore) await owner.write(statement);
  const resources = await forAllResources(owner, raiseVersions, report);
  const restoredOrdinal = await runQuery(owner.read, countActivity());
  for (let last = restoredOrdinal; last < publishedOrdinal;) {
    last = await runQuery(owner.write, fillLostOrdinals(publishedOrdinal));
  }
  const announced = announcesAll ? await forAllResources(owner, announceResources, report) : 0;
  const maskedItems = Math.max(0, publishedOrdinal - restoredOrdinal);
  return { ...ended, resources, restoredOrdinal, maskedItems, announced };
}

/** Runs a query for one batch of resource instances after another. @returns their number */
async function forAllResources(
  owner: DataApi,
  query: (after: string) => RowsQuery<ResourceBatch>,
  report: (resources: number) => void,
): Promise<number> {
  let total = 0;
  for (let after: string | null = nilUuid; after !== null;) {
    const batch: ResourceBatch = await runQuery(owner.write, query(after));
    total += batch.count;
    report(total);
    after = batch.last;
  }
  return total;
}
