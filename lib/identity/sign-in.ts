import type { DataApi } from '../data-api/client.ts';
import { runQuery } from '../data-api/query.ts';
import { TooManyAttempts, WrongCredentials, UnknownApplication } from './errors.ts';
import type { Log } from '../log.ts';
import { completeSignIn, type SignInGrant } from '../queries/sign-in/complete-sign-in.ts';
import { personAttemptKey } from '../queries/sign-in/attempt-counters.ts';
import {
  countSignInAttempt,
  type SignInAttempt,
} from '../queries/sign-in/count-sign-in-attempt.ts';
import { endFailedAttempt } from '../queries/sign-in/end-attempt.ts';
import { decoyHash, hashPassword, needsRehash } from './passwords/hash.ts';
import { verifyPassword } from './passwords/verify.ts';
import { afterFailure, toAddressKey, computeFailureLimits, secondsToWait } from './throttle.ts';

export type Credentials = {
  /** A username or an e-mail address. */
  readonly name: string;
  readonly password: string;
};

export type SignInOrigin = {
  readonly sourceAddress: string;
  /** The application through which the user signs in; null on the page of the service. */
  readonly clientId: string | null;
};

export type SignedInAccount = { readonly accountId: number; readonly username: string };

/** The maximum length of a stored name. Longer input is cut before it is looked up. */
const maxNameCharacters = 320;

type SignInContext = { readonly dataApi: DataApi; readonly log: Log };

/**
 * Signs an account in with a password, with two Data API calls. An unknown name, a wrong password and a deactivated account take
 * the same time and look the same.
 * @param grant what a successful sign-in creates
 * @throws UnknownApplication, WrongCredentials, TooManyAttempts
 */
export async function signIn(
  context: SignInContext,
  credentials: Credentials,
  { sourceAddress, clientId }: SignInOrigin,
  grant: SignInGrant,
): Promise<SignedInAccount> {
  // Usernames are stored in NFC (RFC 8265, section 3.3).
  const name = credentials.name.normalize('NFC').slice(0, maxNameCharacters);
  const attempt = { name, addressKey: toAddressKey(sourceAddress), clientId };
  const { password } = credentials;
  const firstResult = await attemptSignIn(context, attempt, password, grant);
  // A concurrent sign-in may have replaced an outdated hash of the same password.
  const result =
    firstResult.outcome === 'changed'
      ? await attemptSignIn(context, attempt, password, grant)
      : firstResult;
  if (result.outcome === 'changed') {
    const refusal = { outcome: 'changed meanwhile', account: result.accountId, client: clientId };
    context.log.security('sign-in', refusal);
    throw new WrongCredentials();
  }
  const success = { outcome: 'success', account: result.accountId, client: clientId };
  context.log.security('sign-in', { ...success, gives: grant.kind });
  return result;
}

type AttemptResult =
  | ({ readonly outcome: 'signed in' } & SignedInAccount)
  /** The account or the application was changed after the password was read. */
  | { readonly outcome: 'changed'; readonly accountId: number };

/** @throws UnknownApplication, WrongCredentials, TooManyAttempts */
async function attemptSignIn(
  { dataApi, log }: SignInContext,
  attempt: SignInAttempt,
  password: string,
  grant: SignInGrant,
): Promise<AttemptResult> {
  const { maySignIn, accountId, isActive, passwordHash, attempts } = await runQuery(
    dataApi.write,
    countSignInAttempt(attempt),
  );
  if (!maySignIn) throw new UnknownApplication('The application is not allowed to sign users in.');
  const account = accountId === null ? {} : { account: accountId };
  const logRefusal = (outcome: string): void =>
    log.security('sign-in', { outcome, ...account, client: attempt.clientId });
  const counters = { nameKey: personAttemptKey(attempt.name), addressKey: attempt.addressKey };
  const waitSeconds = secondsToWait(attempts);
  if (waitSeconds !== undefined) {
    logRefusal('throttled');
    await runQuery(dataApi.write, endFailedAttempt(counters, 'throttled'));
    throw new TooManyAttempts(waitSeconds);
  }
  const checkedHash = passwordHash ?? decoyHash;
  const isPasswordRight = (await verifyPassword(password, checkedHash)) === 'right';
  if (!isPasswordRight || !isActive || accountId === null) {
    const failuresBefore = await runQuery(dataApi.write, endFailedAttempt(counters, 'wrong'));
    const waitAfterFailure = secondsToWait(afterFailure(attempts, failuresBefore));
    if (waitAfterFailure !== undefined) {
      logRefusal('throttled');
      throw new TooManyAttempts(waitAfterFailure);
    }
    logRefusal(isPasswordRight && accountId !== null ? 'deactivated' : 'wrong');
    throw new WrongCredentials();
  }
  const newHash = needsRehash(checkedHash) ? await hashPassword(password) : null;
  const verifiedAttempt = {
    ...attempt,
    accountId,
    checkedHash,
    newHash,
    maxFailures: computeFailureLimits(attempts),
  };
  const completion = await runQuery(dataApi.write, completeSignIn(verifiedAttempt, grant));
  if (completion.outcome === 'throttled') {
    logRefusal('throttled');
    throw new TooManyAttempts(completion.wait);
  }
  return completion.outcome === 'changed' ? { ...completion, accountId } : completion;
}
