import type { DataApi } from '../data-api/client.ts';
import { runQuery } from '../data-api/query.ts';
import { TooManyAttempts } from '../identity/errors.ts';
import type { Log } from '../log.ts';
import type { ClientCredentials, PresentedClient } from '../model/accounts/presented-client.ts';
import { throttleLimits } from '../model/accounts/throttle-limits.ts';
import { countWrongSecret } from '../queries/applications/count-wrong-secret.ts';
import { InvalidClient, tooManyWrongSecrets } from './errors.ts';
import { verifySecret } from './verify-secret.ts';

/** An operation of an application that proves who it is. */
type ClientOperation<Result> = {
  /** Its name in the security log. */
  readonly event: string;
  /** Runs its statement, whose outcome is `invalid_client` if the application is not authenticated. */
  readonly run: (client: PresentedClient) => Promise<Result>;
  /** The message for an application that is not authenticated. */
  readonly message?: string;
};

type ClientContext = { readonly dataApi: DataApi; readonly log: Log };

/**
 * Runs an operation for an application. A secret is compared by its fast hash in the statement itself, with no other Data API call. One
 * that is not right by that is checked against the hash of another platform, if there is any, and counted.
 * @rule Sign-in and tokens: How is a client authenticated, and which error does a refused one get?
 * @returns the result, whose outcome is not `invalid_client`
 * @throws InvalidClient, TooManyAttempts
 */
export async function runForClient<Result extends { readonly outcome: string }>(
  { dataApi, log }: ClientContext,
  client: ClientCredentials,
  { event, run, message }: ClientOperation<Result>,
): Promise<Result> {
  const result = await run(client);
  if (result.outcome !== 'invalid_client') return result;
  try {
    const verified = await verifyOrCount(dataApi, client);
    const repeated = verified === undefined ? result : await run(verified);
    if (repeated.outcome !== 'invalid_client') return repeated;
    throw new InvalidClient(message);
  } catch (error) {
    // The client id is not logged, because the caller could have sent its secret as the id by mistake.
    if (error instanceof InvalidClient) log.security(event, { outcome: 'invalid_client' });
    if (error instanceof TooManyAttempts) log.security(event, { outcome: 'throttled' });
    throw error;
  }
}

/**
 * Verifies a secret that is not right by its fast hash.
 * @returns the client, if the secret is right by another hash; undefined if it is wrong, or there is none
 * @throws TooManyAttempts
 */
async function verifyOrCount(
  dataApi: DataApi,
  client: ClientCredentials,
): Promise<PresentedClient | undefined> {
  if (client.secret === null) return undefined;
  const verdict = await verifySecret(dataApi, client, client.secret);
  if (verdict.kind === 'right') return verdict.client;
  if (verdict.kind === 'no hashes') await countFailure(dataApi, client);
  return undefined;
}

/** @throws TooManyAttempts after too many wrong secrets */
async function countFailure(dataApi: DataApi, client: PresentedClient): Promise<void> {
  const { previousFailures, windowEndsInSeconds } = await runQuery(
    dataApi.write,
    countWrongSecret(client),
  );
  if (previousFailures >= throttleLimits.secretFromAddress) {
    throw tooManyWrongSecrets(Math.max(1, windowEndsInSeconds));
  }
}
