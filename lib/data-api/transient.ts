import { setTimeout as wait } from 'node:timers/promises';

import { isTransient } from './errors.ts';

const attempts = 3;
const longestPause = 100;

/**
 * Runs a transaction again after a deadlock or a serialization failure, three times in all, after a pause of random
 * length, so that two that met do not meet again.
 * @param run the whole transaction, from its beginning to its commit
 * @throws the last error when all attempts met one, and whatever else the transaction throws
 */
export async function whileTransient<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (!isTransient(error) || attempt === attempts) throw error;
      await wait(Math.random() * longestPause * attempt);
    }
  }
}
