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

/** The decision about loaded data: finish, load other data, or store a change. */
export type WriteDecision<Lookup, Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'lookup'; readonly lookup: Lookup }
  | {
      readonly kind: 'store';
      readonly plan: WritePlan;
      /** The result after the write. */
      readonly result: Result;
    };

/** A write operation on one resource instance. */
export type WriteOperation<Lookup extends ChangeId, Source, Result> = {
  readonly lookup: Lookup;
  /** Locks the data of the operation until the transaction ends. */
  readonly lock: (resourceId: ResourceId) => Statement;
  /** @param readAhead see readDocument */
  readonly read: (reader: StatementReader, lookup: Lookup, readAhead?: number) => Promise<Source>;
  /** Has no side effects. A public error ends the operation without a write. */
  readonly decide: (source: Source, lookup: Lookup) => WriteDecision<Lookup, Result>;
};

/** `isWritten`: an earlier attempt of the same operation is already stored. */
type WorkSource = { readonly isWritten: boolean };

/** Later attempts lock the resource instance while they read it. */
const attemptsWithoutLock = 2;

/** Further lookups count as conflicts. */
const mostLookups = 10;

/**
 * Applies a change: loads its data, decides, and stores it, each in one call. After a conflict it loads and
 * decides again, so that the changes of one resource instance are serialised. If the response to a write is lost,
 * the stored data show whether it succeeded: nothing is stored twice, and neither success nor failure is reported
 * wrongly.
 * @throws OutcomeUnknown, TooBusy, and the errors of the operation and the Data API
 */
export async function applyWithRetries<Lookup extends ChangeId, Source extends WorkSource, Result>(
  data: DataApi,
  work: WriteOperation<Lookup, Source, Result>,
): Promise<Result> {
  let { lookup } = work;
  // An attempt with a lost response may be committed later, so every later attempt checks for it.
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

/** The outcome of an attempt. `stored` includes an unchanged resource instance. */
type Tried<Lookup, Result> =
  | { readonly kind: 'stored'; readonly result: Result; readonly follow?: FollowUp | undefined }
  | { readonly kind: 'unknown'; readonly result: Result }
  | { readonly kind: 'lookup'; readonly lookup: Lookup }
  | { readonly kind: 'changed' };

/** The result of an attempt with a lost response, which is valid if the write was stored. */
type LostAnswer<Result> = { readonly result: Result } | undefined;

type Attempt<Lookup extends ChangeId, Source, Result> = {
  readonly data: DataApi;
  readonly work: WriteOperation<Lookup, Source, Result>;
  readonly lookup: Lookup;
  readonly lost: LostAnswer<Result>;
};

/** Attempts the operation without a lock. A conflict stores nothing. */
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

/** Attempts the operation in a transaction that locks the resource instance. */
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
      // Handled inside: outside of the transaction, the error would count as nothing stored, and be retried.
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
