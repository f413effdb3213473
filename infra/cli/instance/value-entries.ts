import type { DataApi } from '../../../lib/data-api/client.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { nilUuid } from '../../../lib/model/ids.ts';
import { markResultStale } from '../../schema/queries/schema.ts';
import { rebuildStaleResult } from '../../schema/rebuild-results.ts';
import { entriesOfValues, storedResults } from '../../schema/stored-results.ts';
import { CommandError } from '../command-error.ts';
import type { Progress } from '../progress.ts';
import { pluralize } from '../text.ts';
import {
  checkNextEntries,
  checkSampleOfEntries,
  lockResources,
  readEntryState,
  replaceEntries,
  type CheckedBatch,
} from './queries/value-entries.ts';

const batchSize = 500;

/** The most ids that a message lists. */
const maxListed = 10;

/**
 * Computes the entries of values that an upgrade has not computed yet, in batches beside running writers. A run that was interrupted is
 * continued.
 * @param anew whether all are computed again
 * @returns lines about the result
 */
export async function fillValueEntries(
  owner: DataApi,
  anew: boolean,
  progress: Progress,
): Promise<readonly string[]> {
  if (anew) await owner.write(markResultStale(entriesOfValues));
  const { resources, isFilling } = await runQuery(owner.read, readEntryState());
  if (!isFilling) return ['The entries of values are complete.'];
  const step = progress.begin('Entries of values', { total: resources });
  let done = 0;
  for (const result of storedResults.filter(({ name }) => name === entriesOfValues)) {
    await rebuildStaleResult(owner, result, (keys) => {
      done += keys;
      step.advance(keys);
    });
  }
  const line = `Entries of values: computed for ${pluralize(done, 'resource instance')}`;
  step.done(line);
  return [line];
}

/** Which resource instances are compared, and whether wrong entries are replaced. */
export type EntryCheck = { readonly sample: number | undefined; readonly repairs: boolean };

/**
 * Compares the entries of values with the tiles.
 * @returns lines about the result
 * @throws CommandError if entries are still being computed, or are wrong and are not repaired
 */
export async function checkValueEntries(
  owner: DataApi,
  { sample, repairs }: EntryCheck,
  progress: Progress,
): Promise<readonly string[]> {
  const { resources, isFilling } = await runQuery(owner.read, readEntryState());
  if (isFilling) {
    const message = 'The entries of values are still being computed: run hds index first.';
    throw new CommandError('index_filling', message);
  }
  const step = progress.begin('Comparing entries', { total: sample ?? resources });
  const wrong: string[] = [];
  let compared = 0;
  for await (const batch of checkedBatches(owner, sample)) {
    compared += batch.compared;
    wrong.push(...batch.wrong);
    if (repairs && batch.wrong.length > 0) await repair(owner, batch.wrong);
    step.advance(batch.compared);
  }
  step.done(`${compared} compared`);
  const result = `Entries of values: ${pluralize(compared, 'resource instance')} compared, ${wrong.length} with wrong entries`;
  if (wrong.length === 0) return [result];
  const listed = wrong.slice(0, maxListed).join(', ');
  if (repairs) return [`${result}, which were replaced: ${listed}`];
  const message = `${result}: ${listed}. Run hds index --check --repair to replace them.`;
  throw new CommandError('wrong_entries', message);
}

async function* checkedBatches(
  owner: DataApi,
  sample: number | undefined,
): AsyncGenerator<CheckedBatch> {
  if (sample !== undefined) {
    yield await runQuery(owner.read, checkSampleOfEntries(sample));
    return;
  }
  let after: string | null = nilUuid;
  while (after !== null) {
    const batch: CheckedBatch = await runQuery(owner.read, checkNextEntries(after, batchSize));
    after = batch.lastId;
    yield batch;
  }
}

async function repair(owner: DataApi, ids: readonly string[]): Promise<void> {
  await owner.transaction(async ({ execute }) => {
    await execute(lockResources(ids));
    await execute(replaceEntries(ids));
  });
}
