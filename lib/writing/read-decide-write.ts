import type { StatementReader } from '../data-api/chunks.ts';
import type { DataApi } from '../data-api/client.ts';
import type { Statement } from '../data-api/sql.ts';
import type { PublicError } from '../errors.ts';
import type { ResourceId } from '../model/ids.ts';
import type { ChangeId } from '../queries/resources/change-stored-condition.ts';
import type { FollowUp } from './dependent-names/update-dependent-names.ts';
import { withUnknownOutcomeOnError } from './errors.ts';
import { execute, runInTransaction, type Execution, type Outcome } from './execute.ts';
import { retryUntilStored, type StoreOutcome } from './retry-until-stored.ts';

/** The next step after data were loaded: finish, load other data, or store a change. */
export type Decision<Lookup, Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'lookup'; readonly lookup: Lookup }
  | StoreDecision<Result>
  | {
      /** Store bytes outside of the database, then a change that names them. It may be done again: after a conflict, it finds its own bytes. */
      readonly kind: 'store-bytes';
      readonly storeBytes: () => Promise<StoreDecision<Result>>;
    };

type StoreDecision<Result> = {
  readonly kind: 'store';
  readonly execution: Execution;
  /** The result after the write. */
  readonly result: Result;
};

/** An operation that writes one resource instance. `Lookup` says which data to load, `Source` is the loaded data. */
type Operation<Lookup extends ChangeId, Source, Result> = {
  /** The first lookup; a decision can require another one. */
  readonly lookup: Lookup;
  /** Locks the data of the operation until the transaction ends. */
  readonly lock: (resourceId: ResourceId) => Statement;
  /** @param readAhead the maximum number of concurrent calls, as in readDocument() */
  readonly read: (reader: StatementReader, lookup: Lookup, readAhead?: number) => Promise<Source>;
  /** Has no side effects. If it throws a public error, the operation ends without a write. */
  readonly decide: (source: Source, lookup: Lookup) => Decision<Lookup, Result>;
};

/** Loaded data. `isWritten`: whether an earlier attempt of the same operation was stored. */
type OperationSource = { readonly isWritten: boolean };

/** The number of attempts without a lock. Later attempts lock the resource instance before they read it. */
const maxUnlockedAttempts = 2;

/** The maximum number of lookups after the first. Requiring another one counts as a conflict. */
const maxLookups = 10;

/**
 * Applies a change: loads its data in one call, decides, and stores the change in another call. After a conflict it
 * loads and decides again, so that the changes of one resource instance are serialised. If the response to a write is
 * lost, it reads the stored data to find out whether the write succeeded. So it stores nothing twice, and always
 * reports the true outcome.
 * @rule Writing: What happens to a write whose response was lost, or that meets another one?
 * @throws OutcomeUnknown, TooBusy, and the errors of the operation and the Data API
 */
export async function readDecideWrite<
  Lookup extends ChangeId,
  Source extends OperationSource,
  Result,
>(dataApi: DataApi, operation: Operation<Lookup, Source, Result>): Promise<Result> {
  let { lookup } = operation;
  let lostResponse: LostResponse<Result>;
  let failedAttempts = 0;
  let lookups = 0;
  const attempt = async (): Promise<StoreOutcome<Result>> => {
    const input: AttemptInput<Lookup, Source, Result> = {
      dataApi,
      operation,
      lookup,
      lostResponse,
    };
    return conclude(
      await (failedAttempts < maxUnlockedAttempts ? attemptUnlocked(input) : attemptLocked(input)),
    );
  };
  const conclude = async (
    outcome: AttemptOutcome<Lookup, Result>,
  ): Promise<StoreOutcome<Result>> => {
    if (outcome.kind === 'lookup') {
      ({ lookup } = outcome);
      lookups += 1;
      return lookups <= maxLookups ? attempt() : 'conflict';
    }
    if (outcome.kind === 'stored') {
      await outcome.followUp?.(dataApi);
      return outcome;
    }
    if (outcome.kind === 'unknown') lostResponse = { result: outcome.result };
    failedAttempts += 1;
    return outcome.kind;
  };
  const findStored = async (): Promise<StoreOutcome<Result> | undefined> => {
    const { isWritten } = await operation.read(dataApi, lookup);
    return lostResponse !== undefined && isWritten
      ? conclude({ kind: 'stored', ...lostResponse })
      : undefined;
  };
  return retryUntilStored(attempt, { maxAttempts: 10, findStored });
}

/** The outcome of an attempt. `stored` includes an unchanged resource instance. */
type AttemptOutcome<Lookup, Result> =
  | { readonly kind: 'stored'; readonly result: Result; readonly followUp?: FollowUp | undefined }
  | { readonly kind: 'unknown'; readonly result: Result }
  | { readonly kind: 'lookup'; readonly lookup: Lookup }
  | { readonly kind: 'conflict' };

/** The result to return if the write with the lost response was stored; undefined if no response was lost. */
type LostResponse<Result> = { readonly result: Result } | undefined;

type AttemptInput<Lookup extends ChangeId, Source, Result> = {
  readonly dataApi: DataApi;
  readonly operation: Operation<Lookup, Source, Result>;
  readonly lookup: Lookup;
  readonly lostResponse: LostResponse<Result>;
};

/** Attempts the operation without a lock. After a conflict, nothing is stored. */
async function attemptUnlocked<Lookup extends ChangeId, Source extends OperationSource, Result>({
  dataApi,
  operation: { read, decide },
  lookup,
  lostResponse,
}: AttemptInput<Lookup, Source, Result>): Promise<AttemptOutcome<Lookup, Result>> {
  const source = await read(dataApi, lookup);
  if (lostResponse !== undefined && source.isWritten) return { kind: 'stored', ...lostResponse };
  const decision = await withStoredBytes(decide(source, lookup));
  if (decision.kind === 'lookup') return decision;
  const { result } = decision;
  if (decision.kind === 'done') return { kind: 'stored', result };
  return { ...(await execute(dataApi, decision.execution)), result };
}

/** Stores the bytes of a decision, if it has any. */
async function withStoredBytes<Lookup, Result>(decision: Decision<Lookup, Result>) {
  return decision.kind === 'store-bytes' ? decision.storeBytes() : decision;
}

/** Attempts the operation in a transaction that locks the resource instance. */
async function attemptLocked<Lookup extends ChangeId, Source extends OperationSource, Result>({
  dataApi,
  operation: { lock, read, decide },
  lookup,
  lostResponse,
}: AttemptInput<Lookup, Source, Result>): Promise<AttemptOutcome<Lookup, Result>> {
  let finalDecision: { readonly result: Result; readonly execution?: Execution } | undefined;
  let outcomeWithoutWrite: AttemptOutcome<Lookup, Result> = { kind: 'conflict' };
  const kind = await runInTransaction(
    dataApi,
    async (transaction): Promise<Outcome | PublicError> => {
      const lockAndRead = async (): Promise<Source> => {
        await transaction.execute(lock(lookup.resourceId));
        return read({ read: transaction.execute }, lookup, 1);
      };
      // After a lost response, an error is converted inside the transaction. An unconverted error would count as a
      // conflict in which nothing was stored, and the operation would be retried.
      const source = await (lostResponse === undefined
        ? lockAndRead()
        : withUnknownOutcomeOnError(lockAndRead));
      if (lostResponse !== undefined && source.isWritten) {
        finalDecision = lostResponse;
        return 'stored';
      }
      const decision = await withStoredBytes(decide(source, lookup));
      if (decision.kind === 'lookup') {
        outcomeWithoutWrite = decision;
        return 'conflict';
      }
      finalDecision = decision;
      return decision.kind === 'done' ? 'stored' : decision.execution.inTransaction(transaction);
    },
  );
  return kind === 'conflict' || finalDecision === undefined
    ? outcomeWithoutWrite
    : { kind, result: finalDecision.result, followUp: finalDecision.execution?.followUp };
}
