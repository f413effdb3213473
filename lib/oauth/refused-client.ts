import type { DataApi } from '../data-api/client.ts';
import { runQuery } from '../data-api/query.ts';
import { TooManyAttempts } from '../identity/errors.ts';
import type { PresentedClient } from '../model/accounts/presented-client.ts';
import { throttleLimits } from '../model/accounts/throttle-limits.ts';
import { countWrongSecret } from '../queries/applications/count-wrong-secret.ts';
import { InvalidClient } from './errors.ts';

/**
 * The error for an application that did not prove itself. A secret that came is counted, at one more Data API call.
 * @param message in the place of the usual one
 * @returns TooManyAttempts where too many were wrong before, else InvalidClient
 */
export async function refusedClientError(
  data: DataApi,
  client: PresentedClient,
  message?: string,
): Promise<InvalidClient | TooManyAttempts> {
  if (client.secretHash !== null) {
    const { failedBefore, endsIn } = await runQuery(data.write, countWrongSecret(client));
    if (failedBefore >= throttleLimits.secretFromAddress) {
      return new TooManyAttempts(Math.max(1, endsIn), 'secrets of the application were wrong');
    }
  }
  return new InvalidClient(message);
}
