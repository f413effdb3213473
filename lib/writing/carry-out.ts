import { setTimeout as wait } from 'node:timers/promises';

import type { Reader } from '../data-api/chunks.ts';
import type { DataApi } from '../data-api/client.ts';
import type { Statement } from '../data-api/sql.ts';
import { TooBusy } from '../http/errors/write-errors.ts';
import type { ResourceId } from '../model/ids.ts';
import type { WorkId } from '../queries/resources/is-written.ts';
import { orUnknown } from './or-unknown.ts';
import { store, storeWithin, type Storable, type Stored } from './store.ts';

/** What is to be done about what was read: nothing more, a look at something else, or a change. */
export type Decision<Question, Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'look'; readonly question: Question }
  | {
      readonly kind: 'store';
      readonly storable: Storable;
      /** Told where it is stored. */
      readonly result: Result;
    };

/** Some work at one resource instance: what it asks of the database, and what it makes of the answer. */
export type Work<Question extends WorkId, Source, Result> = {
  readonly question: Question;
  /** Keeps everybody else from changing what the work depends on, until the transaction ends. */
  readonly lock: (resourceId: ResourceId) => Statement;
  /** @param readAhead as of readParts */
  readonly read: (reader: Reader, question: Question, readAhead?: number) => Promise<Source>;
  /** Pure but for what it throws: public errors, which end the work with nothing stored. */
  readonly decide: (source: Source, question: Question) => Decision<Question, Result>;
};

/** What is read tells whether an earlier attempt of the same work is stored already. */
type AnySource = { readonly isWritten: boolean };

/** How often storing a change is tried on the strength of what was read before. After that the resource instance is locked while it is read. */
const hopefulAttempts = 2;
const attempts = 10;
const longestPause = 40;

/**
 * Carries out a change: reads all that it depends on, decides, and stores it, each in one call. Where somebody else
 * changed the resource instance in between, it is read and decided anew: the changes of one resource instance are as if they came
 * one after the other.
 * Where the answer to storing is lost, what is stored tells whether it was: nothing is stored twice, and no success is claimed that
 * is none.
 * @throws OutcomeUnknown, TooBusy, and what the work and the Data API throw
 */
export async function carryOut<Question extends WorkId, Source extends AnySource, Result>(
  data: DataApi,
  work: Work<Question, Source, Result>,
): Promise<Result> {
  let { question } = work;
  // A try whose answer was lost may be carried out at any time after it: it is asked for to the end.
  let inDoubt: Doubt<Result>;
  let hopes = 0;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const given: Attempt<Question, Source, Result> = { data, work, question, inDoubt };
    const tried = await whileInDoubt(inDoubt, () =>
      hopes < hopefulAttempts ? tryHopefully(given) : tryAlone(given),
    );
    if (tried.kind === 'stored') return tried.result;
    if (tried.kind === 'look') {
      question = tried.question;
      continue;
    }
    if (tried.kind === 'unknown') inDoubt = tried;
    hopes += 1;
    await wait(Math.random() * longestPause * attempt);
  }
  if (inDoubt === undefined) throw new TooBusy();
  const { isWritten } = await orUnknown(() => work.read(data, question));
  if (isWritten) return inDoubt.result;
  throw new TooBusy();
}

/** What became of one try. `stored` includes that there was nothing to store. */
type Tried<Question, Result> =
  | { readonly kind: 'stored'; readonly result: Result }
  | { readonly kind: 'unknown'; readonly result: Result }
  | { readonly kind: 'look'; readonly question: Question }
  | { readonly kind: 'changed' };

/** What is to be told where a try is stored after all whose answer was lost. */
type Doubt<Result> = { readonly result: Result } | undefined;

type Attempt<Question extends WorkId, Source, Result> = {
  readonly data: DataApi;
  readonly work: Work<Question, Source, Result>;
  /** What is asked by now. */
  readonly question: Question;
  readonly inDoubt: Doubt<Result>;
};

/** Stores what is decided on the strength of what is read, which holds if nobody changes it in between. */
async function tryHopefully<Question extends WorkId, Source extends AnySource, Result>({
  data,
  work: { read, decide },
  question,
  inDoubt,
}: Attempt<Question, Source, Result>): Promise<Tried<Question, Result>> {
  const source = await read(data, question);
  if (inDoubt !== undefined && source.isWritten) return { kind: 'stored', ...inDoubt };
  const decision = decide(source, question);
  if (decision.kind === 'look') return decision;
  const { result } = decision;
  if (decision.kind === 'done') return { kind: 'stored', result };
  return { kind: await store(data, decision.storable), result };
}

/** Reads, decides and stores in a transaction in which nobody else can change the resource instance. */
async function tryAlone<Question extends WorkId, Source extends AnySource, Result>({
  data,
  work: { lock, read, decide },
  question,
  inDoubt,
}: Attempt<Question, Source, Result>): Promise<Tried<Question, Result>> {
  let decided: { readonly result: Result } | undefined;
  let other: Tried<Question, Result> = { kind: 'changed' };
  const stored = await storeWithin(data, async (transaction): Promise<Stored> => {
    const reader: Reader = { read: (statement) => transaction.execute(statement) };
    // Said within the transaction already, where not to be reached would be taken for nothing stored, and tried again.
    const source = await whileInDoubt(inDoubt, async () => {
      await transaction.execute(lock(question.resourceId));
      return read(reader, question, 1);
    });
    if (inDoubt !== undefined && source.isWritten) {
      decided = inDoubt;
      return 'stored';
    }
    const decision = decide(source, question);
    if (decision.kind === 'look') {
      other = decision;
      return 'changed';
    }
    decided = decision;
    return decision.kind === 'done' ? 'stored' : decision.storable.within(transaction);
  });
  return stored === 'changed' || decided === undefined
    ? other
    : { kind: stored, result: decided.result };
}

function whileInDoubt<T>(inDoubt: Doubt<unknown>, work: () => Promise<T>): Promise<T> {
  return inDoubt === undefined ? work() : orUnknown(work);
}
