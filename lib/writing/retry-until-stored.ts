import { conflict, retryOnConflict } from '../data-api/retry-on-conflict.ts';
import { PublicError } from '../errors.ts';
import { failAsUnknown, OutcomeUnknown, TooBusy, toPublicError } from './errors.ts';

/** The outcome of an attempt: a result; a conflict, with nothing stored; or unknown. */
export type AttemptResult<Result> = { readonly result: Result } | 'conflict' | 'unknown';

/**
 * Retries a change until an attempt has a result. Each attempt reads and decides again, so that it never overwrites
 * the changes of others.
 * @param attempt its parameter tells whether the response to an earlier attempt was lost: then the loaded data show
 * whether that one was stored
 * @throws OutcomeUnknown, TooBusy, and the errors of the attempt
 */
export async function retryUntilStored<Result>(
  attempt: (isLost: boolean) => Promise<AttemptResult<Result>>,
): Promise<Result> {
  const attemptAfterLoss = (): Promise<AttemptResult<Result>> => attempt(true);
  let isLost = false;
  return retryOnConflict({
    maxAttempts: 5,
    maxPause: 40,
    attempt: async () => {
      const outcome = isLost
        ? await resolveLostResponse(attemptAfterLoss, attemptAfterLoss)
        : await attempt(false);
      if (typeof outcome === 'object') return outcome.result;
      isLost ||= outcome === 'unknown';
      return conflict;
    },
    lastAttempt: () => Promise.reject(isLost ? new OutcomeUnknown() : new TooBusy()),
  });
}

/**
 * Runs an attempt after the response to an earlier write was lost. Its error may be a consequence of that write, so
 * the stored data are checked before it is reported.
 * @param findStored returns what the earlier write has stored; undefined if it has not
 * @throws OutcomeUnknown, and public errors of the attempt if the earlier write is not stored
 */
export async function resolveLostResponse<Result>(
  attempt: () => Promise<Result>,
  findStored: () => Promise<Result | undefined>,
): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    const stored = error instanceof PublicError ? await failAsUnknown(findStored) : undefined;
    if (stored === undefined) throw toPublicError(error);
    return stored;
  }
}
