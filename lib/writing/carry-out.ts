import { setTimeout as wait } from 'node:timers/promises';

import { readParts, type Reader } from '../data-api/chunks.ts';
import type { DataApi } from '../data-api/client.ts';
import { OutcomeUnknown, TooBusy } from '../http/write-errors.ts';
import { keptPublications } from '../kept-graphs.ts';
import { lockResource } from '../queries/lock-resource.ts';
import { resourceToChange, type ChangeQuery } from '../queries/resource-to-change.ts';
import type { Caller } from '../queries/resources.ts';
import { readChangeSource, type ChangeSource } from './change-source.ts';
import { store, storeWithin, type Storable, type Stored } from './store.ts';

/** What is to be done about what was read: nothing more, a look at something else, or a change. */
export type Decision<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'look'; readonly question: Question }
  | {
      readonly kind: 'store';
      readonly storable: Storable;
      /** Told where it is stored. */
      readonly result: Result;
    };

/** What is to be changed, and what the request speaks of. */
export type Question = Omit<ChangeQuery, 'knownPublications'>;

/** How often a change is stored on the strength of what was read before. After that the resource instance is locked while it is read. */
const hopefulAttempts = 2;
const attempts = 10;
const longestPause = 40;

/**
 * Carries out a change: reads all that it depends on, decides, and stores it, each in one call (design 4). Where somebody else
 * changed the resource instance in between, it is read and decided anew: the changes of one resource instance are as if they came
 * one after the other.
 * Where the answer to storing is lost, what is stored tells whether it was: nothing is stored twice, and no success is claimed that
 * is none.
 * @param decide pure but for what it throws: public errors, which end the work with nothing stored
 * @throws OutcomeUnknown, TooBusy, and what decide and the Data API throw
 */
export async function carryOut<Result>(
  data: DataApi,
  caller: Caller,
  asked: Question,
  decide: (source: ChangeSource, question: Question) => Decision<Result>,
): Promise<Result> {
  let question = asked;
  // A try whose answer was lost may be carried out at any time after it: it is asked for to the end.
  let inDoubt: { readonly result: Result } | undefined;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    if (attempt > hopefulAttempts) {
      const alone = await carryOutAlone(data, caller, question, decide, inDoubt);
      if (alone.kind === 'stored') return alone.result;
      if (alone.kind === 'unknown') inDoubt = alone;
    } else {
      const source = await look(data, caller, question, inDoubt !== undefined);
      if (inDoubt !== undefined && source.isWritten) return inDoubt.result;
      const decision = decide(source, question);
      if (decision.kind === 'done') return decision.result;
      if (decision.kind === 'store') {
        const stored = await store(data, decision.storable);
        if (stored === 'stored') return decision.result;
        if (stored === 'unknown') inDoubt = decision;
      } else question = decision.question;
    }
    await wait(Math.random() * longestPause * attempt);
  }
  if (inDoubt === undefined) throw new TooBusy();
  const { isWritten } = await look(data, caller, question, true);
  if (isWritten) return inDoubt.result;
  throw new TooBusy();
}

type Alone<Result> =
  | { readonly kind: 'stored'; readonly result: Result }
  | { readonly kind: 'unknown'; readonly result: Result }
  | { readonly kind: 'changed' };

/** Reads, decides and stores in a transaction in which nobody else can change the resource instance. */
async function carryOutAlone<Result>(
  data: DataApi,
  caller: Caller,
  question: Question,
  decide: (source: ChangeSource, question: Question) => Decision<Result>,
  inDoubt: { readonly result: Result } | undefined,
): Promise<Alone<Result>> {
  let decided: { readonly result: Result } | undefined;
  const stored = await storeWithin(data, async (transaction): Promise<Stored> => {
    await transaction.execute(lockResource(question.resourceId));
    const reader: Reader = { read: (statement) => transaction.execute(statement) };
    const source = await look(reader, caller, question, inDoubt !== undefined, 1);
    if (inDoubt !== undefined && source.isWritten) {
      decided = inDoubt;
      return 'stored';
    }
    const decision = decide(source, question);
    if (decision.kind === 'look') return 'changed';
    decided = decision;
    return decision.kind === 'done' ? 'stored' : decision.storable.within(transaction);
  });
  return stored === 'changed' || decided === undefined
    ? { kind: 'changed' }
    : { kind: stored, result: decided.result };
}

async function look(
  data: Reader,
  caller: Caller,
  question: Question,
  isInDoubt: boolean,
  readAhead?: number,
): Promise<ChangeSource> {
  try {
    const query = { ...question, knownPublications: keptPublications() };
    return readChangeSource(await readParts(data, resourceToChange(caller, query), readAhead));
  } catch (error) {
    if (isInDoubt) throw new OutcomeUnknown();
    throw error;
  }
}
