import { statementTimeoutError } from './database.ts';

/**
 * Waits for the result of a statement, but not longer than a timeout. The statement itself is not stopped.
 * @param timeout in milliseconds
 * @throws PostgresError 57014 after the timeout, and the errors of the statement
 */
export async function withTimeout<T>(
  result: Promise<T>,
  timeout: number,
  onTimeout: () => void = () => undefined,
): Promise<T> {
  const { promise: timeoutFailure, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(statementTimeoutError());
    onTimeout();
  }, timeout);
  try {
    return await Promise.race([result, timeoutFailure]);
  } finally {
    clearTimeout(timer);
  }
}
