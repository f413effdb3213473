import { setTimeout as wait } from 'node:timers/promises';

import { splitIntoBatches, maxRequestBytes } from '../../data-api/split-into-batches.ts';
import type { DataApi } from '../../data-api/client.ts';
import { DatabaseError, isTransientError } from '../../data-api/errors.ts';
import { runQuery } from '../../data-api/query.ts';
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
import { sendText } from '../send-batches.ts';

/** What became of some names that had to follow. */
type NamesStored = {
  /** Whether all of them were stored. Others may be changing some of them. */
  readonly isWhole: boolean;
  /** How many have other texts now. */
  readonly changed: number;
};

/** What was refreshed. */
export type RefreshResult = {
  /** Resource instances whose texts were computed. */
  readonly computed: number;
  /** Those that have other texts now. */
  readonly changed: number;
  /** Whether no mark waits that could be done: others may be changing what is left. */
  readonly isComplete: boolean;
};

/** How the marks that wait are done. */
export type RefreshOptions = {
  /** The project's default language. */
  readonly language: string;
  /** Whether there is time for one more batch. */
  readonly hasTime?: () => boolean;
  /** Told after each batch. */
  readonly onProgress?: (computed: number) => void;
};

/** How often a batch is tried while others change what is in it, before it is left to the next time. */
const attempts = 12;
const longestPause = 500;

/**
 * Does the marks that wait: has every name follow that contains what changed. It goes by batches of at most 200, each read in one
 * call and stored in one, so nobody is blocked, and what is interrupted goes on where it was. Two may run at once: the second one
 * finds nothing left to do, or does the same once more.
 */
export async function refreshNames(
  data: DataApi,
  { language, hasTime = () => true, onProgress }: RefreshOptions,
): Promise<RefreshResult> {
  let computed = 0;
  let changed = 0;
  let failed = 0;
  while (failed < attempts) {
    if (!hasTime()) return { computed, changed, isComplete: false };
    const waiting = await runQuery(data.read, findPendingNames(null, [language]));
    if (waiting.marks.length === 0) return { computed, changed, isComplete: true };
    const stored = await storeNames(data, waiting, waiting.marks);
    changed += stored.changed;
    if (stored.isWhole) {
      computed += waiting.items.length;
      failed = 0;
      onProgress?.(computed);
    } else {
      failed += 1;
      await wait(Math.random() * longestPause);
    }
  }
  return { computed, changed, isComplete: false };
}

/** Does the marks that one write has left, as far as that takes one batch. */
export async function refreshNamesMarkedBy(
  data: DataApi,
  token: string,
  languages: readonly string[],
): Promise<void> {
  const waiting = await runQuery(data.read, findPendingNames(token, languages));
  if (waiting.marks.length > 0) await storeNames(data, waiting, waiting.marks);
}

/**
 * Computes texts and stores them, guarded by what was read, and takes away the marks that are done by it.
 * In one call where they fit a request.
 */
async function storeNames(
  data: DataApi,
  naming: DescriptorInputs,
  marks: readonly MarkProgress[],
): Promise<NamesStored> {
  const texts = computeDependentTexts(naming);
  const batches = texts.length === 0 ? [[]] : splitIntoBatches(texts, maxNamesPerBatch);
  let isWhole = true;
  let changed = 0;
  for (const [index, batch] of batches.entries()) {
    const isLast = index === batches.length - 1;
    const stored = await storeBatch(
      data,
      serializeDescriptors(batch),
      isLast && isWhole ? marks : [],
    );
    isWhole &&= stored.isWhole;
    changed += stored.changed;
  }
  return { isWhole, changed };
}

/** Computes the texts of resource instances, each with what must not have changed of it. */
export function computeDependentTexts({
  items,
  sources,
}: DescriptorInputs): readonly ResourceDescriptors[] {
  const described = computeDescriptors(items, sources);
  return items.flatMap(({ resourceId, version, stamp }) => {
    const texts = described.get(resourceId);
    return texts === undefined ? [] : [{ resourceId, version, stamp, ...texts }];
  });
}

async function storeBatch(
  data: DataApi,
  text: string,
  marks: readonly MarkProgress[],
): Promise<NamesStored> {
  try {
    if (Buffer.byteLength(text) <= maxRequestBytes)
      return await runQuery(data.write, updateDescriptorsIfUnchanged({ text }, marks));
    return await data.transaction(async (transaction) =>
      runQuery(
        transaction.execute,
        updateDescriptorsIfUnchanged(await sendText(transaction, text), marks),
      ),
    );
  } catch (error) {
    // Another run may have been faster: it is read again.
    if (error instanceof DatabaseError && isTransientError(error))
      return { isWhole: false, changed: 0 };
    throw error;
  }
}
