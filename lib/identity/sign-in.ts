import type { DataApi } from '../data-api/client.ts';
import { runQuery } from '../data-api/query.ts';
import { TooManyAttempts, WrongCredentials, UnknownApplication } from './errors.ts';
import type { Log } from '../log.ts';
import { throttleLimits } from '../model/accounts/throttle-limits.ts';
import { completeSignIn, type SignInGrant } from '../queries/sign-in/complete-sign-in.ts';
import { countSignInAttempt, endSignInAttempt } from '../queries/sign-in/count-sign-in-attempt.ts';
import { decoyHash, hashPassword, needsRehash } from './passwords/hash.ts';
import { verifyPassword } from './passwords/verify.ts';
import { toAddressKey, maxFailures, secondsToWait } from './throttle.ts';

/** What somebody gives to sign in. */
export type Credentials = {
  /** A username or an e-mail address. */
  readonly name: string;
  readonly password: string;
};

/** Where a sign-in comes from. */
export type SignInOrigin = {
  readonly sourceAddress: string;
  /** The application through which it is tried; null for the service's own ways to sign in. */
  readonly clientId: string | null;
};

/** Who signed in. */
export type SignedIn = { readonly accountId: number; readonly username: string };

/** What a name is cut to: longer ones are nobody's. */
const mostCharacters = 320;

/**
 * Signs an account in with a password, at two Data API calls. An unknown name, a wrong password and a deactivated account take
 * the same time and look the same.
 * @param gift what the sign-in gives
 * @throws UnknownApplication, WrongCredentials, TooManyAttempts
 */
export async function signIn(
  { data, log }: { readonly data: DataApi; readonly log: Log },
  credentials: Credentials,
  { sourceAddress, clientId }: SignInOrigin,
  gift: SignInGrant,
): Promise<SignedIn> {
  // Usernames are stored in NFC (RFC 8265, section 3.3).
  const name = credentials.name.normalize('NFC').slice(0, mostCharacters);
  const attempt = { name, addressKey: toAddressKey(sourceAddress), clientId };
  const counted = await runQuery(data.write, countSignInAttempt(attempt, throttleLimits));
  const { mayTry, accountId, isActive, passwordHash, attempts } = counted;
  if (!mayTry) throw new UnknownApplication('The application may not sign anybody in.');
  const account = accountId === null ? {} : { account: accountId };
  const refused = (outcome: string): void =>
    log.security('sign-in', { outcome, ...account, client: clientId });
  const wait = secondsToWait(attempts);
  if (wait !== undefined) {
    refused('throttled');
    await runQuery(data.write, endSignInAttempt(attempt, false));
    throw new TooManyAttempts(wait);
  }
  const checkedHash = passwordHash ?? decoyHash;
  const isRight = (await verifyPassword(credentials.password, checkedHash)) === 'right';
  if (!isRight || !isActive || accountId === null) {
    const before = await runQuery(data.write, endSignInAttempt(attempt, true));
    // Of those that come side by side no more are answered than of those that come one by one.
    const late = secondsToWait({
      ...attempts,
      ...before,
      underWayOnName: 0,
      underWayFromAddress: 0,
    });
    if (late !== undefined) {
      refused('throttled');
      throw new TooManyAttempts(late);
    }
    refused(isRight && accountId !== null ? 'deactivated' : 'wrong');
    throw new WrongCredentials();
  }
  const newHash = needsRehash(checkedHash) ? await hashPassword(credentials.password) : null;
  const right = {
    ...attempt,
    accountId,
    checkedHash,
    newHash,
    maxFailures: maxFailures(attempts),
  };
  const done = await runQuery(data.write, completeSignIn(right, gift));
  if (done.outcome === 'throttled') {
    refused('throttled');
    throw new TooManyAttempts(done.wait);
  }
  if (done.outcome === 'changed') {
    refused('changed meanwhile');
    throw new WrongCredentials();
  }
  const success = { outcome: 'success', account: done.accountId, client: clientId };
  log.security('sign-in', { ...success, gives: gift.kind });
  return done;
}
