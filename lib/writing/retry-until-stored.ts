import { conflict, retryOnConflict } from '../data-api/retry-on-conflict.ts';
import { PublicError } from '../errors.ts';
import { failAsUnknown, OutcomeUnknown, toPublicError, TooBusy } from './errors.ts';

/** What became of one attempt: it has a result; what it was made on has changed, and nothing is stored; or nobody knows. */
export type AttemptResult<Result> = { readonly result: Result } | 'changed' | 'unknown';

/**
 * Makes attempts at a change until one has a result. Each reads and decides anew, so that nothing is stored on what somebody else has changed.
 * @param attempt is told whether the answer to an earlier one was lost: then what it reads tells whether that was stored
 * @throws OutcomeUnknown, TooBusy, and what the attempt throws
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
 * Does some work once the answer to a write was lost. An error of it may come of that very write, stored in the meantime: it is no
 * answer before a lookup.
 * @param lookUp tells what the write has stored after all; undefined where it has not
 * @throws OutcomeUnknown, and public errors of the work where the write is not stored
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
