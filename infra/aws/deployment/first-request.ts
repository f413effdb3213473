import { setTimeout as wait } from 'node:timers/promises';

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
  for (let triesLeft = 36; triesLeft > 0; triesLeft -= 1) {
    const startTime = performance.now();
    try {
      const response = await fetchResponse(requestUrl, { signal: AbortSignal.timeout(30_000) });
      await response.arrayBuffer();
      if (response.status === expectedStatus) return Math.round(performance.now() - startTime);
      reason = `status ${response.status}`;
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
    await wait(pause);
  }
  throw new DeploymentError(
    `${requestUrl} does not answer with status ${expectedStatus}: ${reason}. Look in the log of the functions, then deploy again.`,
  );
}
