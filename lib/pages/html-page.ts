import type { BrowserSession } from '../identity/session.ts';
import { errorPage } from './layout/error-page.ts';
import type { Html } from './layout/html.ts';
import { createSite, type Site } from './layout/site.ts';
import { pageSecurityPolicy } from './security-policy.ts';
import { requireSettings, type SettingsResult } from '../settings.ts';
import { contentTag, validatorHeaders } from '../http/conditional/validators.ts';
import type { HttpResponse, HeaderFields } from '../http/responses/response.ts';
import { NotAllowed } from '../errors.ts';
import { toHttpError } from '../http/errors/error-statuses.ts';

const pageHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': pageSecurityPolicy(),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
};

/** The cookie to which the sign-in form is bound, because a session exists only after the sign-in. */
export const formCookie = '__Host-heritage-form';

/**
 * Creates the response with a page of data. It is cached like the other formats, unless an account is signed in (lib/http/middleware.ts).
 * Its entity tag is a hash of the page, so that it also changes with the layout.
 */
export function dataPageResponse(document: Html, headers: HeaderFields = {}): HttpResponse {
  const etag = contentTag('text/html', undefined, String(document));
  return htmlResponse(document, 200, {
    ...validatorHeaders(etag, null),
    Vary: 'Accept-Language',
    ...headers,
  });
}

export function htmlResponse(
  document: Html,
  status = 200,
  headers: HeaderFields = {},
): HttpResponse {
  return {
    status,
    contentType: 'text/html; charset=utf-8',
    body: String(document),
    headers: { ...pageHeaders, ...headers },
  };
}

/**
 * Redirects a browser to another page with GET (RFC 9110, section 15.4.4).
 * @param path a path on this host
 */
export function redirectToPage(path: string, headers: HeaderFields = {}): HttpResponse {
  return { status: 303, headers: { ...pageHeaders, Location: path, ...headers } };
}

/** The page needs a session. The response is a redirect to the sign-in. */
export class SignInRequired extends Error {
  readonly code = 'sign_in_needed';
  /** The page to open after the sign-in, without the path of the base URL. */
  readonly next: string;

  constructor(next: string) {
    super('The visitor is not signed in.');
    this.next = next;
  }
}

/** The account in the session is not allowed to administer applications. */
export class AdministratorsOnly extends NotAllowed {
  readonly session: BrowserSession;

  constructor(session: BrowserSession) {
    super(
      'Only administrators and members of the group Application Administrator can register applications. Ask an administrator of the service to add you to the group, or sign out and sign in with another account.',
    );
    this.session = session;
  }
}

/** Error messages for people, if they differ from those for programs. */
const messagesForPeople: Readonly<Record<string, string>> = {
  unreadable_form: 'The form is malformed. Nothing was changed.',
  out_of_time: 'The page was not ready in time. Open it again in a few seconds.',
  outcome_unknown:
    'The response of the database was lost. Go back and check before you send the form again.',
};

/** Returns the error message for people, if it differs from that for programs. */
export function messageForPeople(code: string): string | undefined {
  return messagesForPeople[code];
}

/**
 * Creates the error response of a page about sign-in or applications: a redirect to the sign-in if a session is needed, otherwise an error
 * page. With a 5xx status the page has no links, because the settings that links need can be invalid.
 */
export function pageErrorResponse(
  error: unknown,
  requestId: string,
  settings: SettingsResult,
): HttpResponse {
  if (error instanceof SignInRequired) {
    const query = new URLSearchParams({ next: error.next }).toString();
    return redirectToPage(`${pathsOf(settings).signIn}?${query}`);
  }
  const { code, status, title, detail, headers } = toHttpError(error);
  const visitor = error instanceof AdministratorsOnly ? error.session : undefined;
  const document = errorPage(
    { title, detail: messageForPeople(code) ?? detail, requestId, visitor },
    status >= 500 ? undefined : pathsOf(settings),
  );
  return htmlResponse(document, status, headers);
}

/** @throws InvalidSettings */
export function pathsOf(settings: SettingsResult): Site {
  return createSite(requireSettings(settings));
}
