import type { DataApi } from '../../../lib/data-api/client.ts';
import { runQuery, type RowsQuery } from '../../../lib/data-api/query.ts';
import { nilUuid } from '../../../lib/model/ids.ts';
import {
  announceResources,
  correctionsAfterRestore,
  endAllSignIns,
  fillLostOrdinals,
  raiseVersions,
  type ResourceBatch,
} from './queries/after-restore.ts';
import { countActivity } from '../import/activity/queries/write-activity.ts';

export type RestoreOptions = {
  /** The highest ordinal of the activity stream that anybody may have read before the loss. */
  readonly publishedOrdinal: number;
  /** Whether to add an Update of each resource instance to the activity stream. */
  readonly announcesAll: boolean;
};

export type RestoreResult = {
  /** The numbers of ended token families and browser sessions. */
  readonly tokens: number;
  readonly sessions: number;
  readonly resources: number;
  /** The last ordinal of the restored stream. */
  readonly restoredOrdinal: number;
  readonly maskedItems: number;
  readonly announced: number;
};

/**
 * Corrects a database that was restored from a backup, before it serves requests. Afterwards, no ordinal, version, time
 * or id that clients have received since the backup is used again for something else, and all sign-ins have ended.
 * It can be run again.
 * @rule Database and local stack: What is corrected in a database that was restored from a backup?
 * @param report called with the number of finished resource instances
 */
export async function correctAfterRestore(
  owner: DataApi,
  { publishedOrdinal, announcesAll }: RestoreOptions,
  report: (resources: number) => void,
): Promise<RestoreResult> {
  const endedSignIns = await runQuery(owner.write, endAllSignIns());
  for (const statement of correctionsAfterRestore) await owner.write(statement);
  const resources = await updateAllResources(owner, raiseVersions, report);
  const restoredOrdinal = await runQuery(owner.read, countActivity());
  for (let lastOrdinal = restoredOrdinal; lastOrdinal < publishedOrdinal;) {
    lastOrdinal = await runQuery(owner.write, fillLostOrdinals(publishedOrdinal));
  }
  const announced = announcesAll ? await updateAllResources(owner, announceResources, report) : 0;
  const maskedItems = Math.max(0, publishedOrdinal - restoredOrdinal);
  return { ...endedSignIns, resources, restoredOrdinal, maskedItems, announced };
}

/** Runs a query for each batch of resource instances. @returns the number of all resource instances */
async function updateAllResources(
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
