import type { HeaderFields } from '../responses/response.ts';

/** Browsers accept cookies with this prefix only over TLS, for this host and all paths (RFC 6265bis, section 4.1.3.2). */
export type CookieName = `__Host-${string}`;

const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax';

/** Reads the value of a cookie. @param header the header `Cookie`; several headers can be joined by commas */
export function cookieValue(header: string | undefined, name: CookieName): string | undefined {
  const start = `${name}=`;
  return header
    ?.split(/[;,]/)
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(start))
    ?.slice(start.length);
}

/**
 * Reads the secret in a cookie.
 * @returns undefined if it is missing or does not look like a result of `newSecret`
 */
export function readCookie(header: string | undefined, name: CookieName): string | undefined {
  const value = cookieValue(header, name);
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
}

/**
 * The header that sets a cookie. Scripts cannot read it, and forms of other sites are sent without it.
 * @param seconds its lifetime; without it the browser deletes the cookie when it is closed
 */
export function setCookie(name: CookieName, value: string, seconds?: number): HeaderFields {
  const age = seconds === undefined ? '' : `; Max-Age=${seconds}`;
  return { 'Set-Cookie': `${name}=${value}; ${attributes}${age}` };
}

/** The header that deletes a cookie. */
export function removeCookie(name: CookieName): HeaderFields {
  return setCookie(name, '', 0);
}
