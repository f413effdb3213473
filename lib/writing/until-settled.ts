import { overtaken, whileOvertaken } from '../data-api/overtaken.ts';
import { orUnknown, OutcomeUnknown, TooBusy } from './errors.ts';

/** What became of one attempt: it has a result; what it was made on has changed, and nothing is stored; or nobody knows. */
export type Tried<Result> = { readonly result: Result } | 'changed' | 'unknown';

/**
 * Makes attempts at a change until one has a result. Each reads and decides anew, so that nothing is stored on what somebody else has changed.
 * @param attempt is told whether the answer to an earlier one was lost: then what it reads tells whether that was stored
 * @throws OutcomeUnknown, TooBusy, and what the attempt throws
 */
export async function untilSettled<Result>(
  attempt: (isLost: boolean) => Promise<Tried<Result>>,
): Promise<Result> {
  let isLost = false;
  return whileOvertaken({
    most: 5,
    longestPause: 40,
    attempt: async () => {
      const tried = await (isLost ? orUnknown(() => attempt(true)) : attempt(false));
      if (typeof tried === 'object') return tried.result;
      isLost ||= tried === 'unknown';
      return overtaken;
    },
    last: () => Promise.reject(isLost ? new OutcomeUnknown() : new TooBusy()),
  });
}
