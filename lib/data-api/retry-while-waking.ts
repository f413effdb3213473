import { setTimeout as wait } from 'node:timers/promises';

import { DatabaseWaking } from './errors.ts';

const initialPause = 500;
const maxPause = 5000;

/**
 * Repeats a call while the database resumes from its pause. This is safe for writes: the statement never reached the
 * paused database, and the SDK does not retry it.
 * @param budget maximum milliseconds to wait
 * @throws DatabaseWaking if the budget is spent, and the errors of the call
 */
export async function retryWhileWaking<T>(budget: number, call: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + budget;
  for (let pause = initialPause; ; pause = Math.min(pause * 2, maxPause)) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof DatabaseWaking) || Date.now() + pause > deadline) throw error;
      await wait(pause);
    }
  }
}
