import { conflict, retryOnConflict } from '../data-api/retry-on-conflict.ts';
import { PublicError } from '../errors.ts';
import { failAsUnknown, OutcomeUnknown, toPublicError, TooBusy } from './errors.ts';

/** The outcome of an attempt: a result; a conflict, with nothing stored; or unknown. */
export type AttemptResult<Result> = { readonly result: Result } | 'changed' | 'unknown';

/**
 * Retries a change until an attempt has a result. Each attempt reads and decides again, so that it never
 * overwrites the changes of others.
 * @param attempt its parameter tells whether the response to an earlier attempt was lost: then the loaded data
 * show whether that one was stored
 * @throws OutcomeUnknown, TooBusy, and the errors of the attempt
 */
export async function retryUntilStored<Result>(
  attempt: (isLost: boolean) => Promise<AttemptResult<Result>>,
): Promise<Result> {
  const again = (): Promise<AttemptResult<Result>> => attempt(true);
  let isLost = false;
  return retryOnConflict({
    maxAttempts: 5,
    maxPause: 40,
    attempt: async () => {
      const tried = isLost ? await resolveLostResponse(again, again) : await attempt(false);
      if (typeof tried === 'object') return tried.result;
      isLost ||= tried === 'unknown';
      return conflict;
    },
    lastAttempt: () => Promise.reject(isLost ? new OutcomeUnknown() : new TooBusy()),
  });
}

/**
 * Runs an attempt after the response to an earlier write was lost. Its error may be a consequence of that write,
 * so the stored data are checked before it is reported.
 * @param lookUp returns what the earlier write has stored; undefined if it has not
 * @throws OutcomeUnknown, and public errors of the attempt if the earlier write is not stored
 */
export async function resolveLostResponse<Result>(
  work: () => Promise<Result>,
  lookUp: () => Promise<Result | undefined>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const shown = toPublicError(error);
    const stored = error instanceof PublicError ? await failAsUnknown(lookUp) : undefined;
    if (stored === undefined) throw shown;
    return stored;
  }
}
