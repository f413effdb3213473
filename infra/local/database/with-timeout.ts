import { statementTimeoutError } from './database.ts';

/**
 * Waits for work until a timeout, which does not stop the work.
 * @param timeout in milliseconds
 * @throws PostgresError 57014 after the timeout, and the errors of the work
 */
export async function withTimeout<T>(
  work: Promise<T>,
  timeout: number,
  onTimeout: () => void = () => undefined,
): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(statementTimeoutError());
    onTimeout();
  }, timeout);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
