import { setTimeout as wait } from 'node:timers/promises';

import { DatabaseWaking, PasswordRefused } from './errors.ts';

/** Pauses between attempts, in milliseconds. */
const initialPause = 500;
const maxPause = 5000;

/** Milliseconds to wait for the rotation of a secret, which takes less time. */
const maxRotationWait = 5000;

/**
 * Repeats a call while the database resumes from its pause, or while the secret of its role is rotated. This is safe for writes: the
 * statement never reached the database, and nothing else retries it.
 * @rule Responses: How long is a call repeated while the database wakes up, or its password is rotated?
 * @param budget maximum milliseconds to wait
 * @throws DatabaseWaking or PasswordRefused if the budget is spent, and the errors of the call
 */
export async function retryWhileWaking<T>(budget: number, call: () => Promise<T>): Promise<T> {
  const start = Date.now();
  for (let pause = initialPause; ; pause = Math.min(pause * 2, maxPause)) {
    try {
      return await call();
    } catch (error) {
      if (Date.now() + pause > start + maxWait(error, budget)) throw error;
      await wait(pause);
    }
  }
}

function maxWait(error: unknown, budget: number): number {
  if (error instanceof DatabaseWaking) return budget;
  return error instanceof PasswordRefused ? Math.min(budget, maxRotationWait) : 0;
}
