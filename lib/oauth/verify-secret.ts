import type { DataApi } from '../data-api/client.ts';
import { runQuery } from '../data-api/query.ts';
import { verifyPassword } from '../identity/passwords/verify.ts';
import { hashRandomSecret, minSecretLength } from '../identity/random-secrets.ts';
import { afterFailure, computeFailureLimits, secondsToWait } from '../identity/throttle.ts';
import type { ClientCredentials, PresentedClient } from '../model/accounts/presented-client.ts';
import {
  completeSecretAttempt,
  countersOfClient,
  countSecretAttempt,
} from '../queries/applications/verified-secret.ts';
import { endFailedAttempt } from '../queries/sign-in/end-attempt.ts';
import { tooManyWrongSecrets } from './errors.ts';

/** The result of `verifySecret`. */
export type SecretVerdict =
  | { readonly kind: 'right'; readonly client: PresentedClient }
  | { readonly kind: 'wrong' }
  /** No application has a hash of a password, so nothing was checked and counted. */
  | { readonly kind: 'no hashes' };

/**
 * Verifies the secret of an application against the hash of a password with which another platform stored it, as passwords are verified,
 * under the same throttle. If only other applications have such hashes, one of these is checked, so that the time does not reveal which
 * applications exist or have one. The hash of a right secret is replaced by the fast one, unless the secret is short.
 * @rule Sign-in and tokens: How is a secret checked that another platform stored as a hash?
 * @returns for a right secret, the client with the hash that is stored now
 * @throws TooManyAttempts
 */
export async function verifySecret(
  dataApi: DataApi,
  client: ClientCredentials,
  secret: string,
): Promise<SecretVerdict> {
  const attempt = await runQuery(dataApi.write, countSecretAttempt(client));
  const { hash, isOwnHash, attempts } = attempt;
  if (attempt.isAuthenticated) return { kind: 'right', client };
  if (hash === null) return { kind: 'no hashes' };
  const counters = countersOfClient(client);
  const waitSeconds = secondsToWait(attempts);
  if (waitSeconds !== undefined) {
    await runQuery(dataApi.write, endFailedAttempt(counters, 'throttled'));
    throw tooManyWrongSecrets(waitSeconds);
  }
  const isRight = (await verifyPassword(secret, hash)) === 'right';
  if (!isRight || !isOwnHash) {
    const failuresBefore = await runQuery(dataApi.write, endFailedAttempt(counters, 'wrong'));
    const waitAfterFailure = secondsToWait(afterFailure(attempts, failuresBefore));
    if (waitAfterFailure !== undefined) throw tooManyWrongSecrets(waitAfterFailure);
    return { kind: 'wrong' };
  }
  const newHash = secret.length < minSecretLength ? null : hashRandomSecret(secret);
  const { wait } = await runQuery(
    dataApi.write,
    completeSecretAttempt({
      ...client,
      checkedHash: hash,
      newHash,
      maxFailures: computeFailureLimits(attempts),
    }),
  );
  if (wait !== null) throw tooManyWrongSecrets(wait);
  return { kind: 'right', client: { ...client, secretHash: newHash ?? hash } };
}
