import { setTimeout as wait } from 'node:timers/promises';

import { DeploymentError } from './deployment-error.ts';

/**
 * Requests a page that needs the database, and repeats the request while the database wakes or the new deployment of the API is not in effect yet.
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
  const target = `${url}/resources?limit=1`;
  let reason = '';
  for (let triesLeft = 36; triesLeft > 0; triesLeft -= 1) {
    const begin = performance.now();
    try {
      const response = await fetchResponse(target, { signal: AbortSignal.timeout(30_000) });
      await response.arrayBuffer();
      if (response.status === expectedStatus) return Math.round(performance.now() - begin);
      reason = `status ${response.status}`;
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
    await wait(pause);
  }
  throw new DeploymentError(`${target} does not answer with ${expectedStatus}: ${reason}.`);
}
