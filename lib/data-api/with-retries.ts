import { setTimeout as wait } from 'node:timers/promises';

/** The result of an attempt that changed nothing and has to be repeated, for example because another process changed the same data. */
export const tryAgain: unique symbol = Symbol('try again');

export type Retries<Result> = {
  /** The number of attempts before the last one. */
  readonly maxAttempts: number;
  /** The milliseconds to wait after an attempt; `count` is its number, from 1. Without it there is no pause. */
  readonly pause?: (count: number) => number;
  /** Must read the data again each time. @param count the number of the attempt, from 1 */
  readonly attempt: (count: number) => Promise<Result | typeof tryAgain>;
  /** Runs after `maxAttempts` attempts that have to be repeated. */
  readonly lastAttempt: () => Promise<Result>;
};

/**
 * Repeats an attempt until it has a result. This is the only loop of the service that tries again, except for that of the AWS clients.
 * @rule Database and local stack: When is a statement retried after a conflict?
 * @throws the errors of `attempt` and `lastAttempt`
 */
export async function withRetries<Result>({
  maxAttempts,
  pause = () => 0,
  attempt,
  lastAttempt,
}: Retries<Result>): Promise<Result> {
  for (let count = 1; count <= maxAttempts; count += 1) {
    const result = await attempt(count);
    if (result !== tryAgain) return result;
    const milliseconds = pause(count);
    if (milliseconds > 0) await wait(milliseconds);
  }
  return lastAttempt();
}

/**
 * Pauses that get longer with each attempt, for retries after a conflict. Their length is random, so that two processes do not collide
 * again.
 * @param maximum milliseconds after the first attempt
 */
export function growingPause(maximum: number): (count: number) => number {
  return (count) => Math.random() * maximum * count;
}

/** Runs `work`, and returns `tryAgain` if it throws an error that is a reason for it. @throws all other errors */
export async function tryAgainAfter<Result>(
  isReason: (error: unknown) => boolean,
  work: () => Promise<Result>,
): Promise<Result | typeof tryAgain> {
  try {
    return await work();
  } catch (error) {
    if (isReason(error)) return tryAgain;
    throw error;
  }
}
