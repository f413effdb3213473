import { tryAgain, withRetries } from '../../../lib/data-api/with-retries.ts';
import { DeploymentError } from './deployment-error.ts';

/**
 * Makes a request that needs the database. It is repeated while the database wakes, and until the new deployment of the API is in
 * effect.
 * @param url without a slash at the end
 * @param expectedStatus 200, or 429 for a closed stage
 * @returns how long the answer took, in milliseconds
 * @throws DeploymentError if no answer has that status within three minutes
 */
export async function makeFirstRequest(
  url: string,
  expectedStatus: number,
  fetchResponse: typeof fetch = fetch,
  pause = 5000,
): Promise<number> {
  const requestUrl = `${url}/resources?limit=1`;
  let reason = '';
  return withRetries({
    maxAttempts: 36,
    pause: () => pause,
    attempt: async () => {
      const startTime = performance.now();
      try {
        const response = await fetchResponse(requestUrl, { signal: AbortSignal.timeout(30_000) });
        await response.arrayBuffer();
        if (response.status === expectedStatus) return Math.round(performance.now() - startTime);
        reason = `status ${response.status}`;
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
      }
      return tryAgain;
    },
    lastAttempt: () =>
      Promise.reject(
        new DeploymentError(
          `${requestUrl} does not answer with status ${expectedStatus}: ${reason}. Look in the log of the functions, then deploy again.`,
        ),
      ),
  });
}
