import type { HeaderFields } from '../responses/response.ts';

/** Browsers accept cookies with this prefix only over TLS, for this host and all paths (RFC 6265bis, section 4.1.3.2). */
export type CookieName = `__Host-${string}`;

const cookieAttributes = 'Path=/; Secure; HttpOnly; SameSite=Lax';

/** Reads the value of a cookie. @param header the header `Cookie`; repeated headers are joined by commas */
export function readCookie(header: string | undefined, name: CookieName): string | undefined {
  const prefix = `${name}=`;
  return header
    ?.split(/[;,]/)
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(prefix))
    ?.slice(prefix.length);
}

/** 256 bits in base64url, as `newSecret` makes them. */
const secretPattern = /^[\w-]{43}$/;

/** Reads the secret in a cookie; undefined if it is missing or does not have the form of `newSecret`. */
export function readSecretCookie(header: string | undefined, name: CookieName): string | undefined {
  const value = readCookie(header, name);
  return value !== undefined && secretPattern.test(value) ? value : undefined;
}

/**
 * The header that sets a cookie. Scripts cannot read the cookie. In a request from another site, the browser sends it only if the user
 * follows a link or sends a GET form.
 * @param seconds its lifetime; if absent, the cookie ends with the session of the browser
 */
export function setCookieHeader(name: CookieName, value: string, seconds?: number): HeaderFields {
  const maxAge = seconds === undefined ? '' : `; Max-Age=${seconds}`;
  return { 'Set-Cookie': `${name}=${value}; ${cookieAttributes}${maxAge}` };
}

/** The header that deletes a cookie. */
export function deleteCookieHeader(name: CookieName): HeaderFields {
  return setCookieHeader(name, '', 0);
}
