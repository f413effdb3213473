import { setTimeout as wait } from 'node:timers/promises';

/** The result of an attempt that changed nothing, because another process changed the same data. */
export const conflict: unique symbol = Symbol('conflict');

export type RetryOptions<Result> = {
  readonly maxAttempts: number;
  /**
   * Maximum milliseconds of the pause after the first attempt. Later pauses are longer. Their length is random, so that
   * two processes do not collide again.
   */
  readonly maxPause: number;
  /** Must read the data again each time. */
  readonly attempt: () => Promise<Result | typeof conflict>;
  /** Runs after `maxAttempts` conflicts. */
  readonly lastAttempt: () => Promise<Result>;
};

/**
 * Repeats an attempt until it has no conflict.
 * @rule Database and local stack: When is a statement retried after a conflict?
 * @throws the errors of `attempt` and `lastAttempt`
 */
export async function retryOnConflict<Result>({
  maxAttempts,
  maxPause,
  attempt,
  lastAttempt,
}: RetryOptions<Result>): Promise<Result> {
  for (let count = 1; count <= maxAttempts; count += 1) {
    const result = await attempt();
    if (result !== conflict) return result;
    await wait(Math.random() * maxPause * count);
  }
  return lastAttempt();
}

/** Runs `work`, and returns `conflict` if it throws an error that means a conflict. @throws all other errors */
export async function catchConflict<Result>(
  isConflict: (error: unknown) => boolean,
  work: () => Promise<Result>,
): Promise<Result | typeof conflict> {
  try {
    return await work();
  } catch (error) {
    if (isConflict(error)) return conflict;
    throw error;
  }
}
