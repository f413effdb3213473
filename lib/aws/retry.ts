import { StandardRetryStrategy, isThrottlingError, isTransientError } from '@smithy/core/retry';
import type { SdkError } from '@smithy/types';

/** The kind of an error, which decides whether and when a call is repeated. */
type ErrorType = 'THROTTLING' | 'TRANSIENT' | 'CLIENT_ERROR';

/** Sends a call, perhaps several times. The first attempt has the number 1. */
export type Retry = <T>(send: (attempt: number) => Promise<T>) => Promise<T>;

/**
 * Creates the retries of AWS clients: throttled calls and those that failed on the way or in the service are repeated after a random pause,
 * which doubles each time. All calls share a budget of retries, so that an outage does not multiply the load.
 * @param maxAttempts 1 for writes: a write whose response was lost would run twice
 * @param onThrottled is called for each refusal because of too many calls
 */
export function createRetry(maxAttempts: number, onThrottled: () => void = () => {}): Retry {
  const strategy = new StandardRetryStrategy({ maxAttempts });
  return async (send) => {
    let token = await strategy.acquireInitialRetryToken('');
    for (;;) {
      try {
        const result = await send(token.getRetryCount() + 1);
        strategy.recordSuccess(token);
        return result;
      } catch (error) {
        const errorType = findErrorType(error);
        if (errorType === 'THROTTLING') onThrottled();
        const next = await strategy
          .refreshRetryTokenForRetry(token, { errorType })
          .catch(() => undefined);
        if (next === undefined) throw error;
        token = next;
      }
    }
  };
}

function findErrorType(error: unknown): ErrorType {
  if (!isError(error)) return 'CLIENT_ERROR';
  if (isThrottlingError(error)) return 'THROTTLING';
  return isTransientError(error) ? 'TRANSIENT' : 'CLIENT_ERROR';
}

const isError = (error: unknown): error is SdkError => error instanceof Error;
