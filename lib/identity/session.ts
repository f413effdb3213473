import { createHmac, timingSafeEqual } from 'node:crypto';

import type { DataApi } from '../data-api/client.ts';
import { runQuery } from '../data-api/query.ts';
import { deleteSession, findSession } from '../queries/sign-in/sessions.ts';
import { secretHash } from './secrets.ts';

/** Seconds for which a sign-in in a browser holds: a day of work. */
export const sessionSeconds = 8 * 60 * 60;

/** Who is signed in with a browser. */
export type BrowserSession = {
  readonly accountId: number;
  readonly username: string;
  readonly mayAdministerApplications: boolean;
  /** What each form of the session carries. */
  readonly formToken: string;
};

/**
 * Who is signed in, at one Data API call.
 * @param secret the value of the session's cookie
 * @returns undefined where it is unknown or expired, or its account deactivated
 */
export async function readSession(
  data: DataApi,
  secret: string,
): Promise<BrowserSession | undefined> {
  const found = await runQuery(data.read, findSession(secretHash(secret)));
  return found && { ...found, formToken: deriveFormToken(secret) };
}

/**
 * Ends a session, at one Data API call.
 * @param secret the value of the session's cookie
 * @returns the account id; undefined where there was no such session
 */
export async function endSession(data: DataApi, secret: string): Promise<number | undefined> {
  return runQuery(data.write, deleteSession(secretHash(secret)));
}

/**
 * What a form carries so that no other site can have it sent: it follows from the secret of a cookie, and tells nothing of it.
 * Source: OWASP, Cross-Site Request Forgery Prevention, HMAC based token.
 * @param secret the value of the cookie
 * @returns base64url
 */
export function deriveFormToken(secret: string): string {
  return createHmac('sha256', secret).update('form').digest('base64url');
}

/** Whether a form carries the token of a secret, in a time that tells nothing of it. */
export function isValidFormToken(token: string, secret: string): boolean {
  const expected = Buffer.from(deriveFormToken(secret));
  const sent = Buffer.from(token);
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}
