import { growingPause, tryAgain, withRetries } from '../data-api/with-retries.ts';
import { PublicError } from '../errors.ts';
import { withUnknownOutcomeOnError, OutcomeUnknown, TooBusy, errorAfterWrite } from './errors.ts';

/** What an attempt to store something leads to: a result; a conflict, with nothing stored; or it is unknown whether it is stored. */
export type StoreOutcome<Result> = { readonly result: Result } | 'conflict' | 'unknown';

type RetryOptions<Result> = {
  readonly maxAttempts?: number;
  /**
   * After a lost response, returns the result if the stored data show that the write succeeded; undefined if not. Without it, the attempt
   * itself finds out.
   */
  readonly findStored?: () => Promise<StoreOutcome<Result> | undefined>;
};

/**
 * Retries a change until an attempt has a result. Each attempt reads and decides again, so that it never overwrites
 * the changes of others.
 * @rule Writing: What happens to a write whose response was lost, or that meets another one?
 * @param attempt makes one attempt. If the response to an earlier attempt was lost, it must check in the loaded data
 * whether that attempt was stored
 * @throws OutcomeUnknown, TooBusy, and the errors of the attempt
 */
export async function retryUntilStored<Result>(
  attempt: (isResponseLost: boolean) => Promise<StoreOutcome<Result>>,
  { maxAttempts = 5, findStored }: RetryOptions<Result> = {},
): Promise<Result> {
  const attemptAfterLostResponse = (): Promise<StoreOutcome<Result>> => attempt(true);
  // A write with a lost response can still be committed later, so every later attempt checks for it.
  let isResponseLost = false;
  return withRetries({
    maxAttempts,
    pause: growingPause(40),
    attempt: async () => {
      const outcome = isResponseLost
        ? await runAfterLostResponse<StoreOutcome<Result>>(
            attemptAfterLostResponse,
            findStored ?? attemptAfterLostResponse,
          )
        : await attempt(false);
      if (typeof outcome === 'object') return outcome.result;
      isResponseLost ||= outcome === 'unknown';
      return tryAgain;
    },
    lastAttempt: async () => {
      if (!isResponseLost) throw new TooBusy();
      if (findStored === undefined) throw new OutcomeUnknown();
      const stored = await withUnknownOutcomeOnError(findStored);
      if (typeof stored !== 'object') throw new TooBusy();
      return stored.result;
    },
  });
}

/**
 * Runs an attempt after the response to an earlier write was lost. That write can be the cause of a new error, so
 * the stored data are checked before the error is reported.
 * @param findStoredResult returns the result of the earlier write; undefined if it was not stored
 * @throws OutcomeUnknown, and public errors of the attempt if the earlier write is not stored
 */
export async function runAfterLostResponse<Result>(
  attempt: () => Promise<Result>,
  findStoredResult: () => Promise<Result | undefined>,
): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    const stored =
      error instanceof PublicError ? await withUnknownOutcomeOnError(findStoredResult) : undefined;
    if (stored === undefined) throw errorAfterWrite(error);
    return stored;
  }
}
