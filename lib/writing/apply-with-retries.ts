import type { StatementReader } from '../data-api/chunks.ts';
import type { DataApi } from '../data-api/client.ts';
import { conflict, retryOnConflict } from '../data-api/retry-on-conflict.ts';
import type { Statement } from '../data-api/sql.ts';
import type { PublicError } from '../errors.ts';
import type { ResourceId } from '../model/ids.ts';
import type { FollowUp } from './dependent-names/update-dependent-names.ts';
import type { ChangeId } from '../queries/resources/is-change-stored.ts';
import { failAsUnknown, TooBusy } from './errors.ts';
import { executePlan, runInTransaction, type WritePlan, type WriteOutcome } from './write-plan.ts';
import { resolveLostResponse } from './retry-until-stored.ts';

/** What is to be done about what was read: nothing more, a lookup of something else, or a change. */
export type WriteDecision<Lookup, Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'lookup'; readonly lookup: Lookup }
  | {
      readonly kind: 'store';
      readonly plan: WritePlan;
      /** Once it is stored. */
      readonly result: Result;
    };

/** Some work at one resource instance: what it looks up, and what it makes of that. */
export type WriteOperation<Lookup extends ChangeId, Source, Result> = {
  readonly lookup: Lookup;
  /** Keeps everybody else from changing what the work depends on, until the transaction ends. */
  readonly lock: (resourceId: ResourceId) => Statement;
  /** @param readAhead as of readDocument */
  readonly read: (reader: StatementReader, lookup: Lookup, readAhead?: number) => Promise<Source>;
  /** Pure but for what it throws: public errors, which end the work with nothing stored. */
  readonly decide: (source: Source, lookup: Lookup) => WriteDecision<Lookup, Result>;
};

/** What was read tells whether an earlier attempt of the same work is stored already. */
type WorkSource = { readonly isWritten: boolean };

/** At first without a lock, after that with the resource instance locked while it is read. */
const attemptsWithoutLock = 2;

/** So often something else may be looked up for nothing: each further lookup counts as an attempt. */
const mostLookups = 10;

/**
 * Carries out a change: reads all that it depends on, decides, and stores it, each in one call. Where somebody else
 * changed the resource instance in between, it is read and decided anew: the changes of one resource instance are as if they came
 * one after the other.
 * Where the answer to storing is lost, what is stored tells whether it was: nothing is stored twice, no success is claimed that
 * is none, and no failure of what is stored.
 * @throws OutcomeUnknown, TooBusy, and what the work and the Data API throw
 */
export async function applyWithRetries<Lookup extends ChangeId, Source extends WorkSource, Result>(
  data: DataApi,
  work: WriteOperation<Lookup, Source, Result>,
): Promise<Result> {
  let { lookup } = work;
  // An attempt whose answer was lost may be stored at any time after it: it is looked up to the end.
  let lost: LostAnswer<Result>;
  let failed = 0;
  let lookups = 0;
  const storedAfterAll = async (): Promise<Tried<Lookup, Result> | undefined> => {
    const { isWritten } = await work.read(data, lookup);
    return lost !== undefined && isWritten ? { kind: 'stored', ...lost } : undefined;
  };
  const attempt = async (): Promise<Result | typeof conflict> => {
    const given: Attempt<Lookup, Source, Result> = { data, work, lookup, lost };
    const once = () => (failed < attemptsWithoutLock ? tryWithoutLock(given) : tryLocked(given));
    const tried = await (lost === undefined ? once() : resolveLostResponse(once, storedAfterAll));
    if (tried.kind === 'lookup') {
      ({ lookup } = tried);
      lookups += 1;
      return lookups <= mostLookups ? attempt() : conflict;
    }
    if (tried.kind === 'stored') {
      await tried.follow?.(data);
      return tried.result;
    }
    if (tried.kind === 'unknown') lost = tried;
    failed += 1;
    return conflict;
  };
  const last = async (): Promise<Result> => {
    const stored = lost && (await failAsUnknown(storedAfterAll));
    if (stored?.kind !== 'stored') throw new TooBusy();
    return stored.result;
  };
  return retryOnConflict({ maxAttempts: 10, maxPause: 40, attempt, lastAttempt: last });
}

/** What became of one attempt. `stored` includes that there was nothing to store. */
type Tried<Lookup, Result> =
  | { readonly kind: 'stored'; readonly result: Result; readonly follow?: FollowUp | undefined }
  | { readonly kind: 'unknown'; readonly result: Result }
  | { readonly kind: 'lookup'; readonly lookup: Lookup }
  | { readonly kind: 'changed' };

/** The result of an attempt whose answer was lost, which counts where it is stored after all; undefined where none was lost. */
type LostAnswer<Result> = { readonly result: Result } | undefined;

type Attempt<Lookup extends ChangeId, Source, Result> = {
  readonly data: DataApi;
  readonly work: WriteOperation<Lookup, Source, Result>;
  /** What is looked up now. */
  readonly lookup: Lookup;
  readonly lost: LostAnswer<Result>;
};

/** Stores what is decided on what was read; nothing is stored where somebody changed that in between. */
async function tryWithoutLock<Lookup extends ChangeId, Source extends WorkSource, Result>({
  data,
  work: { read, decide },
  lookup,
  lost,
}: Attempt<Lookup, Source, Result>): Promise<Tried<Lookup, Result>> {
  const source = await read(data, lookup);
  if (lost !== undefined && source.isWritten) return { kind: 'stored', ...lost };
  const decision = decide(source, lookup);
  if (decision.kind === 'lookup') return decision;
  const { result } = decision;
  if (decision.kind === 'done') return { kind: 'stored', result };
  return { ...(await executePlan(data, decision.plan)), result };
}

/** Reads, decides and stores in a transaction in which nobody else can change the resource instance. */
async function tryLocked<Lookup extends ChangeId, Source extends WorkSource, Result>({
  data,
  work: { lock, read, decide },
  lookup,
  lost,
}: Attempt<Lookup, Source, Result>): Promise<Tried<Lookup, Result>> {
  let decided: { readonly result: Result; readonly storable?: WritePlan } | undefined;
  let other: Tried<Lookup, Result> = { kind: 'changed' };
  const stored = await runInTransaction(
    data,
    async (transaction): Promise<WriteOutcome | PublicError> => {
      const reader: StatementReader = { read: (statement) => transaction.execute(statement) };
      const locked = async (): Promise<Source> => {
        await transaction.execute(lock(lookup.resourceId));
        return read(reader, lookup, 1);
      };
      // Here already: outside of the transaction an error would be taken for nothing stored, and tried again.
      const source = await (lost === undefined ? locked() : failAsUnknown(locked));
      if (lost !== undefined && source.isWritten) {
        decided = lost;
        return 'stored';
      }
      const decision = decide(source, lookup);
      if (decision.kind === 'lookup') {
        other = decision;
        return 'changed';
      }
      decided = decision;
      return decision.kind === 'done' ? 'stored' : decision.plan.inTransaction(transaction);
    },
  );
  return stored === 'changed' || decided === undefined
    ? other
    : { kind: stored, result: decided.result, follow: decided.storable?.followUp };
}
