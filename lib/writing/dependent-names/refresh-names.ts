import { fitIntoRequest, splitIntoBatches } from '../../data-api/split-into-batches.ts';
import type { DataApi } from '../../data-api/client.ts';
import { DatabaseError, isTransientError } from '../../data-api/errors.ts';
import { runQuery } from '../../data-api/query.ts';
import { tryAgain, withRetries } from '../../data-api/with-retries.ts';
import { computeDescriptors } from '../../model/descriptors/compute-descriptors.ts';
import {
  maxNamesPerBatch,
  findPendingNames,
  type MarkProgress,
} from '../../queries/descriptors/name-marks.ts';
import type { DescriptorInputs } from '../../queries/descriptors/descriptor-inputs.ts';
import {
  updateDescriptorsIfUnchanged,
  serializeDescriptors,
  type ResourceDescriptors,
} from '../../queries/descriptors/store-descriptors.ts';
import { stageTextIfTooLarge } from '../send-batches.ts';

type StoreResult = {
  /** Whether all names were stored. Names that another writer is changing are skipped. */
  readonly isWhole: boolean;
  /** The number of resource instances with changed texts. */
  readonly changed: number;
};

/** `unfinished`: there is no time left, or other writers were changing the batch in every attempt. */
type BatchOutcome = 'stored' | 'nothing left' | 'unfinished';

export type RefreshResult = {
  /** The number of resource instances whose texts were computed. */
  readonly computed: number;
  /** The number of these resource instances with changed texts. */
  readonly changed: number;
  /** Whether no marks remain, except on resource instances that other writers are changing. */
  readonly isComplete: boolean;
};

export type RefreshOptions = {
  /** The project's default language. */
  readonly language: string;
  /** Whether there is time for another batch. */
  readonly hasTimeLeft?: () => boolean;
  /** Called after each batch. */
  readonly onProgress?: (computed: number) => void;
};

/** The maximum number of attempts for a batch that other writers are changing. The next run tries again. */
const maxAttempts = 12;
const maxPause = 500;

/**
 * Refreshes all names that changes have marked as outdated. Works in batches of `maxNamesPerBatch`, so that writers are
 * not blocked and an interrupted run can be continued. Each batch is read in one call and stored in another.
 * Concurrent runs are safe.
 * @rule Names and relations: How are marked names refreshed?
 */
export async function refreshNames(
  dataApi: DataApi,
  { language, hasTimeLeft = () => true, onProgress }: RefreshOptions,
): Promise<RefreshResult> {
  let computed = 0;
  let changed = 0;
  const refreshBatch = async (): Promise<BatchOutcome | typeof tryAgain> => {
    if (!hasTimeLeft()) return 'unfinished';
    const pendingNames = await runQuery(dataApi.read, findPendingNames(null, [language]));
    if (pendingNames.marks.length === 0) return 'nothing left';
    const stored = await storeNames(dataApi, pendingNames, pendingNames.marks);
    changed += stored.changed;
    if (!stored.isWhole) return tryAgain;
    computed += pendingNames.items.length;
    onProgress?.(computed);
    return 'stored';
  };
  let outcome: BatchOutcome;
  do {
    outcome = await withRetries<BatchOutcome>({
      maxAttempts,
      pause: () => Math.random() * maxPause,
      attempt: refreshBatch,
      lastAttempt: () => Promise.resolve('unfinished'),
    });
  } while (outcome === 'stored');
  return { computed, changed, isComplete: outcome === 'nothing left' };
}

/** Refreshes one batch of the names that a write has marked. */
export async function refreshNamesMarkedBy(
  dataApi: DataApi,
  token: string,
  languages: readonly string[],
): Promise<void> {
  const pendingNames = await runQuery(dataApi.read, findPendingNames(token, languages));
  if (pendingNames.marks.length > 0) await storeNames(dataApi, pendingNames, pendingNames.marks);
}

/**
 * Computes texts, stores them if their resource instances are unchanged since the read, and removes finished
 * marks. Needs one call if the texts fit in a request.
 */
async function storeNames(
  dataApi: DataApi,
  inputs: DescriptorInputs,
  marks: readonly MarkProgress[],
): Promise<StoreResult> {
  const texts = computeDependentTexts(inputs);
  const batches = texts.length === 0 ? [[]] : splitIntoBatches(texts, maxNamesPerBatch);
  let areAllStored = true;
  let changed = 0;
  for (const [index, batch] of batches.entries()) {
    const isLast = index === batches.length - 1;
    const stored = await storeBatch(
      dataApi,
      serializeDescriptors(batch),
      isLast && areAllStored ? marks : [],
    );
    areAllStored &&= stored.isWhole;
    changed += stored.changed;
  }
  return { isWhole: areAllStored, changed };
}

/** Computes the texts of resource instances, with the version and stamp that must be unchanged. */
export function computeDependentTexts({
  items,
  sources,
}: DescriptorInputs): readonly ResourceDescriptors[] {
  const descriptorsById = computeDescriptors(items, sources);
  return items.flatMap(({ resourceId, version, stamp }) => {
    const descriptors = descriptorsById.get(resourceId);
    return descriptors === undefined ? [] : [{ resourceId, version, stamp, ...descriptors }];
  });
}

async function storeBatch(
  dataApi: DataApi,
  text: string,
  marks: readonly MarkProgress[],
): Promise<StoreResult> {
  try {
    if (fitIntoRequest(text))
      return await runQuery(dataApi.write, updateDescriptorsIfUnchanged({ text }, marks));
    return await dataApi.transaction(async (transaction) =>
      runQuery(
        transaction.execute,
        updateDescriptorsIfUnchanged(await stageTextIfTooLarge(transaction, text), marks),
      ),
    );
  } catch (error) {
    // After a conflict with another run, the batch is read again.
    if (error instanceof DatabaseError && isTransientError(error))
      return { isWhole: false, changed: 0 };
    throw error;
  }
}
