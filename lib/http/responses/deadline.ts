import type { Context } from 'aws-lambda';

import { TimeExceeded } from '../../errors.ts';
import { OutcomeUnknown } from '../../writing/errors.ts';
import { isResourceWrite, type Operation } from '../operation.ts';

/** Milliseconds kept back to say that time ran out. */
export const millisecondsForErrorResponse = 500;

/** Milliseconds that a streamed answer has for its first byte: as long as API Gateway waits for any other answer. */
const longestBeginning = 29_000;

/** The time of an answer that is streamed: little until it has begun, and from then on all that the process has. */
export function deadlineForFirstByte(lambda: Context): {
  readonly context: Context;
  readonly hasBegun: () => void;
} {
  const latest = performance.now() + longestBeginning;
  let isBegun = false;
  const remaining = (): number => {
    const all = lambda.getRemainingTimeInMillis();
    return isBegun ? all : Math.min(all, latest - performance.now());
  };
  return {
    context: { ...lambda, getRemainingTimeInMillis: remaining },
    hasBegun: () => {
      isBegun = true;
    },
  };
}

/**
 * Waits for work until shortly before the process is stopped, so that there is time for an answer.
 * @param work what is waited for; it goes on by itself when time is out
 * @param remainingMilliseconds until the process is stopped
 * @param operation what the work is for: what changes something may still be carried out
 * @throws OutOfTime or OutcomeUnknown when the work is not done in time, and whatever the work throws
 */
export async function withDeadline<Result>(
  work: Promise<Result>,
  remainingMilliseconds: number,
  operation: Pick<Operation, 'method' | 'scope' | 'access'>,
): Promise<Result> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(isResourceWrite(operation) ? new OutcomeUnknown() : new TimeExceeded()),
    Math.max(0, remainingMilliseconds - millisecondsForErrorResponse),
  );
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
