import { StandardRetryStrategy, isThrottlingError, isTransientError } from '@smithy/core/retry';
import type { SdkError } from '@smithy/types';

/** The kind of an error, which decides whether and when a call is repeated. */
type ErrorType = 'THROTTLING' | 'TRANSIENT' | 'CLIENT_ERROR';

/** Sends a call, perhaps several times. The first attempt has the number 1. */
export type Retry = <T>(send: (attempt: number) => Promise<T>) => Promise<T>;

/**
 * Creates a function that sends a call, and repeats it if AWS throttles it or it fails with a transient error. The pause before a retry is
 * random, and doubles each time. All calls share a budget of retries, so that an outage does not multiply the load.
 * @rule Database and local stack: When is a call repeated because a service of AWS failed?
 * @param maxAttempts 1 for writes, because a write whose response was lost would run twice
 * @param onThrottled is called each time AWS throttles a call
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
        const nextToken = await strategy
          .refreshRetryTokenForRetry(token, { errorType })
          .catch(() => undefined);
        if (nextToken === undefined) throw error;
        token = nextToken;
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
