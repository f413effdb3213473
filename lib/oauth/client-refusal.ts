import type { DataApi } from '../data-api/client.ts';
import { runQuery } from '../data-api/query.ts';
import { TooManyAttempts } from '../identity/errors.ts';
import type { PresentedClient } from '../model/accounts/presented-client.ts';
import { throttleLimits } from '../model/accounts/throttle-limits.ts';
import { countWrongSecret } from '../queries/applications/count-wrong-secret.ts';
import { InvalidClient } from './errors.ts';

/**
 * Counts a wrong secret of an application with one Data API call, and creates the error for an application that is not authenticated.
 * @returns the error to throw: TooManyAttempts after too many wrong secrets, otherwise InvalidClient
 */
export async function recordRefusalAndCreateError(
  dataApi: DataApi,
  client: PresentedClient,
  message?: string,
): Promise<InvalidClient | TooManyAttempts> {
  if (client.secretHash !== null) {
    const { previousFailures, windowEndsInSeconds } = await runQuery(
      dataApi.write,
      countWrongSecret(client),
    );
    if (previousFailures >= throttleLimits.secretFromAddress) {
      return new TooManyAttempts(
        Math.max(1, windowEndsInSeconds),
        'secrets of the application were wrong',
      );
    }
  }
  return new InvalidClient(message);
}
