import { setTimeout as wait } from 'node:timers/promises';

/** Somebody else was faster, and nothing is stored. */
export const conflict: unique symbol = Symbol('overtaken');

/** How something is attempted that somebody else may be faster at. */
export type RetryOptions<Result> = {
  /** How often it is attempted before `last`. */
  readonly maxAttempts: number;
  /** Milliseconds after the first attempt. Pauses grow, and are of random length, so that two that met do not meet again. */
  readonly maxPause: number;
  /** Reads and decides anew each time. */
  readonly attempt: () => Promise<Result | typeof conflict>;
  /** What is done once all attempts were overtaken. */
  readonly lastAttempt: () => Promise<Result>;
};

/**
 * Attempts something until nobody else is faster.
 * @throws what an attempt or `last` throws
 */
export async function retryOnConflict<Result>({
  maxAttempts: most,
  maxPause: longestPause,
  attempt,
  lastAttempt: last,
}: RetryOptions<Result>): Promise<Result> {
  for (let count = 1; count <= most; count += 1) {
    const given = await attempt();
    if (given !== conflict) return given;
    await wait(Math.random() * longestPause * count);
  }
  return last();
}

/** Does some work whose errors may say that somebody else was faster. @throws all its other errors */
export async function catchConflict<Result>(
  isOvertaken: (error: unknown) => boolean,
  work: () => Promise<Result>,
): Promise<Result | typeof conflict> {
  try {
    return await work();
  } catch (error) {
    if (isOvertaken(error)) return conflict;
    throw error;
  }
}
