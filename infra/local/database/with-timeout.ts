import { statementTimeoutError } from './database.ts';

/**
 * Waits for work that may take only so long; the work itself goes on.
 * @param timeout milliseconds
 * @param onLate called when the time is over
 * @throws RefusedByPostgres 57014 when the time is over, and whatever the work throws
 */
export async function withTimeout<T>(
  work: Promise<T>,
  timeout: number,
  onLate: () => void = () => undefined,
): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(statementTimeoutError());
    onLate();
  }, timeout);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
