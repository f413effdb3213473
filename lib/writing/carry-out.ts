import type { Reader } from '../data-api/chunks.ts';
import type { DataApi } from '../data-api/client.ts';
import { overtaken, whileOvertaken } from '../data-api/overtaken.ts';
import type { Statement } from '../data-api/sql.ts';
import type { PublicError } from '../errors.ts';
import { orUnknown, TooBusy } from './errors.ts';
import type { ResourceId } from '../model/ids.ts';
import type { Follow } from './names/follow-name.ts';
import type { WorkId } from '../queries/resources/is-written.ts';
import { store, storeWithin, type Storable, type Stored } from './store.ts';

/** What is to be done about what was read: nothing more, a look at something else, or a change. */
export type WorkDecision<Question, Result> =
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
  /** @param readAhead as of readDocument */
  readonly read: (reader: Reader, question: Question, readAhead?: number) => Promise<Source>;
  /** Pure but for what it throws: public errors, which end the work with nothing stored. */
  readonly decide: (source: Source, question: Question) => WorkDecision<Question, Result>;
};

/** What was read tells whether an earlier attempt of the same work is stored already. */
type WorkSource = { readonly isWritten: boolean };

/** At first without a lock, after that with the resource instance locked while it is read. */
const attemptsWithoutLock = 2;

/** So often something else may have to be looked at for nothing: each further look counts as an attempt. */
const mostLooks = 10;

/**
 * Carries out a change: reads all that it depends on, decides, and stores it, each in one call. Where somebody else
 * changed the resource instance in between, it is read and decided anew: the changes of one resource instance are as if they came
 * one after the other.
 * Where the answer to storing is lost, what is stored tells whether it was: nothing is stored twice, and no success is claimed that
 * is none.
 * @throws OutcomeUnknown, TooBusy, and what the work and the Data API throw
 */
export async function carryOut<Question extends WorkId, Source extends WorkSource, Result>(
  data: DataApi,
  work: Work<Question, Source, Result>,
): Promise<Result> {
  let { question } = work;
  // An attempt whose answer was lost may be stored at any time after it: it is asked for to the end.
  let lost: LostAnswer<Result>;
  let failed = 0;
  let looks = 0;
  const attempt = async (): Promise<Result | typeof overtaken> => {
    const given: Attempt<Question, Source, Result> = { data, work, question, lost };
    const tried = await knowing(lost, () =>
      failed < attemptsWithoutLock ? tryWithoutLock(given) : tryLocked(given),
    );
    if (tried.kind === 'look') {
      ({ question } = tried);
      looks += 1;
      return looks <= mostLooks ? attempt() : overtaken;
    }
    if (tried.kind === 'stored') {
      await tried.follow?.(data);
      return tried.result;
    }
    if (tried.kind === 'unknown') lost = tried;
    failed += 1;
    return overtaken;
  };
  const last = async (): Promise<Result> => {
    if (lost === undefined) throw new TooBusy();
    const { isWritten } = await orUnknown(() => work.read(data, question));
    if (isWritten) return lost.result;
    throw new TooBusy();
  };
  return whileOvertaken({ most: 10, longestPause: 40, attempt, last });
}

/** What became of one attempt. `stored` includes that there was nothing to store. */
type Tried<Question, Result> =
  | { readonly kind: 'stored'; readonly result: Result; readonly follow?: Follow | undefined }
  | { readonly kind: 'unknown'; readonly result: Result }
  | { readonly kind: 'look'; readonly question: Question }
  | { readonly kind: 'changed' };

/** The result of an attempt whose answer was lost, told where it is stored after all; undefined where none was lost. */
type LostAnswer<Result> = { readonly result: Result } | undefined;

type Attempt<Question extends WorkId, Source, Result> = {
  readonly data: DataApi;
  readonly work: Work<Question, Source, Result>;
  /** What is asked for now. */
  readonly question: Question;
  readonly lost: LostAnswer<Result>;
};

/** Stores what is decided on what was read; nothing is stored where somebody changed that in between. */
async function tryWithoutLock<Question extends WorkId, Source extends WorkSource, Result>({
  data,
  work: { read, decide },
  question,
  lost,
}: Attempt<Question, Source, Result>): Promise<Tried<Question, Result>> {
  const source = await read(data, question);
  if (lost !== undefined && source.isWritten) return { kind: 'stored', ...lost };
  const decision = decide(source, question);
  if (decision.kind === 'look') return decision;
  const { result } = decision;
  if (decision.kind === 'done') return { kind: 'stored', result };
  return { ...(await store(data, decision.storable)), result };
}

/** Reads, decides and stores in a transaction in which nobody else can change the resource instance. */
async function tryLocked<Question extends WorkId, Source extends WorkSource, Result>({
  data,
  work: { lock, read, decide },
  question,
  lost,
}: Attempt<Question, Source, Result>): Promise<Tried<Question, Result>> {
  let decided: { readonly result: Result; readonly storable?: Storable } | undefined;
  let other: Tried<Question, Result> = { kind: 'changed' };
  const stored = await storeWithin(data, async (transaction): Promise<Stored | PublicError> => {
    const reader: Reader = { read: (statement) => transaction.execute(statement) };
    // Here already: outside of the transaction an error would be taken for nothing stored, and tried again.
    const source = await knowing(lost, async () => {
      await transaction.execute(lock(question.resourceId));
      return read(reader, question, 1);
    });
    if (lost !== undefined && source.isWritten) {
      decided = lost;
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
    : { kind: stored, result: decided.result, follow: decided.storable?.followWithin };
}

/** Does some work knowing of a lost answer: where that fails, nobody knows what is stored. */
function knowing<T>(lost: LostAnswer<unknown>, work: () => Promise<T>): Promise<T> {
  return lost === undefined ? work() : orUnknown(work);
}
