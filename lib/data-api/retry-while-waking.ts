import { setTimeout as wait } from 'node:timers/promises';

import { DatabaseWaking } from './errors.ts';

const firstPause = 500;
const longestPause = 5000;

/**
 * Runs a call again while the database is waking from its pause. This is safe for writes: a statement that meets a paused
 * database never reached it, and the SDK does not retry it by itself.
 * @param budget milliseconds that may be spent waiting
 * @param call what to run
 * @throws DatabaseWaking when the budget is spent, and whatever the call throws otherwise
 */
export async function retryWhileWaking<T>(budget: number, call: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + budget;
  for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof DatabaseWaking) || Date.now() + pause > deadline) throw error;
      await wait(pause);
    }
  }
}
