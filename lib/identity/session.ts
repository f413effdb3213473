import { createHmac, timingSafeEqual } from 'node:crypto';

import type { DataApi } from '../data-api/client.ts';
import { runQuery } from '../data-api/query.ts';
import { deleteSession, findSession } from '../queries/sign-in/sessions.ts';
import { hashRandomSecret } from './random-secrets.ts';

/** The lifetime of a session in seconds: a working day. */
export const sessionSeconds = 8 * 60 * 60;

export type BrowserSession = {
  readonly accountId: number;
  readonly username: string;
  readonly mayAdministerApplications: boolean;
  /** The CSRF token of all forms of the session. */
  readonly formToken: string;
};

/**
 * Reads a session with one Data API call.
 * @param secret the value of the session cookie
 * @returns undefined if it is unknown or expired, or the account is deactivated
 */
export async function readSession(
  dataApi: DataApi,
  secret: string,
): Promise<BrowserSession | undefined> {
  const session = await runQuery(dataApi.read, findSession(hashRandomSecret(secret)));
  return session && { ...session, formToken: deriveFormToken(secret) };
}

/**
 * Ends a session with one Data API call.
 * @param secret the value of the session cookie
 * @returns the account id; undefined if there was no such session
 */
export async function endSession(dataApi: DataApi, secret: string): Promise<number | undefined> {
  return runQuery(dataApi.write, deleteSession(hashRandomSecret(secret)));
}

/**
 * Derives the CSRF token of a form from the secret of a cookie, without revealing the secret.
 * Source: OWASP, Cross-Site Request Forgery Prevention, HMAC based token.
 * @param secret the value of the cookie
 * @returns base64url
 */
export function deriveFormToken(secret: string): string {
  return createHmac('sha256', secret).update('form').digest('base64url');
}

/** Compares the CSRF token of a form in constant time. */
export function isValidFormToken(token: string, secret: string): boolean {
  const expected = Buffer.from(deriveFormToken(secret));
  const actual = Buffer.from(token);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
