import { conflict, retryOnConflict } from '../data-api/retry-on-conflict.ts';
import { PublicError } from '../errors.ts';
import { withUnknownOutcomeOnError, OutcomeUnknown, TooBusy, errorAfterWrite } from './errors.ts';

/** The outcome of an attempt: a result; a conflict, with nothing stored; or unknown. */
export type AttemptResult<Result> = { readonly result: Result } | 'conflict' | 'unknown';

/**
 * Retries a change until an attempt has a result. Each attempt reads and decides again, so that it never overwrites
 * the changes of others.
 * @param attempt makes one attempt. If the response to an earlier attempt was lost, it must check in the loaded data
 * whether that attempt was stored
 * @throws OutcomeUnknown, TooBusy, and the errors of the attempt
 */
export async function retryUntilStored<Result>(
  attempt: (isResponseLost: boolean) => Promise<AttemptResult<Result>>,
): Promise<Result> {
  const attemptAfterLostResponse = (): Promise<AttemptResult<Result>> => attempt(true);
  let isResponseLost = false;
  return retryOnConflict({
    maxAttempts: 5,
    maxPause: 40,
    attempt: async () => {
      const outcome = isResponseLost
        ? await runAfterLostResponse(attemptAfterLostResponse, attemptAfterLostResponse)
        : await attempt(false);
      if (typeof outcome === 'object') return outcome.result;
      isResponseLost ||= outcome === 'unknown';
      return conflict;
    },
    lastAttempt: () => Promise.reject(isResponseLost ? new OutcomeUnknown() : new TooBusy()),
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
