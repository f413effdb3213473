import { hashRandomSecret } from '../../identity/random-secrets.ts';
import { parseAccountId } from '../../model/accounts/caller.ts';
import { anonymous, type Principal } from '../../model/accounts/principal.ts';
import type { HeaderFields } from '../responses/response.ts';
import { sessionCookieName } from './session-challenge.ts';
import { readCookie, deleteCookieHeader, setCookieHeader } from './cookies.ts';

/** What the cookie of a session contains. */
export type SessionCookie = {
  readonly secret: string;
  /** The account that the cookie claims. The statement that reads the data checks the claim, so no other call is needed. */
  readonly accountId: number;
};

/** Reads the cookie of a session. @param header the header `Cookie` */
export function readSessionCookie(header: string | undefined): SessionCookie | undefined {
  const [, secret, digits = ''] =
    /^([\w-]{43})\.(\d+)$/.exec(readCookie(header, sessionCookieName) ?? '') ?? [];
  const accountId = parseAccountId(digits);
  return secret === undefined || accountId === undefined ? undefined : { secret, accountId };
}

/** The header that sets the cookie of a session. */
export function setSessionCookieHeader(
  { secret, accountId }: SessionCookie,
  seconds: number,
): HeaderFields {
  return setCookieHeader(sessionCookieName, `${secret}.${accountId}`, seconds);
}

/** The header that deletes the cookie of a session. */
export function deleteSessionCookieHeader(): HeaderFields {
  return deleteCookieHeader(sessionCookieName);
}

/** The principal that the cookie of a session claims; it may only read. @param header the header `Cookie` */
export function readSessionPrincipal(header: string | undefined): Principal {
  const cookie = readSessionCookie(header);
  if (cookie === undefined) return anonymous;
  const { secret, accountId } = cookie;
  const credential = { kind: 'session', sessionHash: hashRandomSecret(secret) } as const;
  return { kind: 'account', accountId, scope: ['read'], credential };
}
