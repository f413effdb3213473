import { setTimeout as wait } from 'node:timers/promises';

/** The result of an attempt that changed nothing, because another process changed the same data. */
export const conflict: unique symbol = Symbol('conflict');

export type RetryOptions<Result> = {
  readonly maxAttempts: number;
  /**
   * Milliseconds after the first attempt. Pauses grow and have a random length, so that two processes do not collide
   * again.
   */
  readonly maxPause: number;
  /** Reads and decides again each time. */
  readonly attempt: () => Promise<Result | typeof conflict>;
  /** Runs after `maxAttempts` conflicts. */
  readonly lastAttempt: () => Promise<Result>;
};

/** Repeats an attempt until it has no conflict. @throws what an attempt or `lastAttempt` throws */
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

/** Returns `conflict` for errors that mean one. @throws all other errors */
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
