import type { HeaderFields } from '../responses/response.ts';

/** The name of the cookie of a session. */
export const sessionCookieName = '__Host-heritage-session';

/** The challenge of a 401 to a browser: a cookie is needed (RFC 9110, section 15.5.2). */
export const sessionChallenge: HeaderFields = {
  'WWW-Authenticate': `Cookie cookie-name="${sessionCookieName}"`,
};
