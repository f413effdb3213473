import type { HeaderFields } from '../responses/response.ts';

/**
 * The name of a cookie that belongs to this host alone: a browser takes it only over TLS, for every path and for no other host
 * (RFC 6265bis, section 4.1.3.2).
 */
export type CookieName = `__Host-${string}`;

const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax';

/**
 * The secret in a cookie that came with a request.
 * @param header the header `Cookie`; several of them may have been joined by commas
 * @returns undefined where there is none, or something that `newSecret` did not make
 */
export function readCookie(header: string | undefined, name: CookieName): string | undefined {
  const start = `${name}=`;
  const value = header
    ?.split(/[;,]/)
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(start))
    ?.slice(start.length);
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
}

/**
 * The header that gives a cookie to a browser. No script can read it, and no other site can have it sent with a form.
 * @param value a secret that `newSecret` made
 * @param seconds for which it is kept; until the browser is closed when left out
 */
export function setCookie(name: CookieName, value: string, seconds?: number): HeaderFields {
  const age = seconds === undefined ? '' : `; Max-Age=${seconds}`;
  return { 'Set-Cookie': `${name}=${value}; ${attributes}${age}` };
}

/** The header that takes a cookie away. */
export function removeCookie(name: CookieName): HeaderFields {
  return setCookie(name, '', 0);
}
