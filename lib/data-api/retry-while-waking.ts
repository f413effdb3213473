import { DatabaseWaking, PasswordRefused } from './errors.ts';
import { tryAgainAfter, withRetries } from './with-retries.ts';

/** The milliseconds to wait after an attempt: half a second at first, then twice as long each time, up to five seconds. */
const pauseAfter = (count: number): number => Math.min(500 * 2 ** (count - 1), 5000);

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
  return withRetries({
    maxAttempts: Infinity,
    pause: pauseAfter,
    attempt: (count) =>
      tryAgainAfter(
        (error) => Date.now() + pauseAfter(count) <= start + maxWait(error, budget),
        call,
      ),
    lastAttempt: call,
  });
}

function maxWait(error: unknown, budget: number): number {
  if (error instanceof DatabaseWaking) return budget;
  return error instanceof PasswordRefused ? Math.min(budget, maxRotationWait) : 0;
}
