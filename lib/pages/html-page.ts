import { createHash } from 'node:crypto';

import type { BrowserSession } from '../identity/session.ts';
import { errorPage } from './layout/error-page.ts';
import type { Html } from './layout/html.ts';
import { pagePaths } from './layout/paths.ts';
import { pageScript } from './layout/script.ts';
import { pageStyle } from './layout/style.ts';
import { settings } from '../settings.ts';
import type { HttpResponse, HeaderFields } from '../http/responses/response.ts';
import { NotAllowed } from '../errors.ts';
import { toHttpError } from '../http/errors/http-errors.ts';

function sourceOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Nothing is loaded, nothing runs but our own script, and no other site can put a page into a frame (CSP Level 3). */
const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src ${sourceOf(pageStyle)}`,
  `script-src ${sourceOf(pageScript)}`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const pageHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': contentSecurityPolicy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
};

/** The cookie that tells who is signed in. */
export const sessionCookie = '__Host-heritage-session';

/** The cookie to which the form to sign in is bound, since there is no session yet. */
export const formCookie = '__Host-heritage-form';

/** An answer with a page. */
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

/** Leads a browser to another page, whatever the method was (RFC 9110, section 15.4.4). @param path of this host */
export function redirectToPage(path: string, headers: HeaderFields = {}): HttpResponse {
  return { status: 303, headers: { ...pageHeaders, Location: path, ...headers } };
}

/** A page is for those who are signed in; its caller is led to the sign-in. */
export class SignInRequired extends Error {
  readonly code = 'sign_in_needed';
  /** Where to go afterwards, without the path of the base URL. */
  readonly next: string;

  constructor(next: string) {
    super('Nobody is signed in.');
    this.next = next;
  }
}

/** Who is signed in may not administer applications. */
export class AdministratorsOnly extends NotAllowed {
  readonly session: BrowserSession;

  constructor(session: BrowserSession) {
    super(
      'Only administrators and members of the group Application Administrator can register applications. Ask an administrator of the service to add you to the group, or sign out and sign in with another account.',
    );
    this.session = session;
  }
}

/** What is said of an error on a page, where a program is told something else. */
const detailsOnPages: Readonly<Record<string, string>> = {
  unreadable_form: 'The form did not come as a browser sends it. Nothing was changed.',
  out_of_time: 'The page was not ready in time. Open it again in a few seconds.',
  outcome_unknown:
    'The answer of the database was lost. Go back and look before you send the form again.',
};

/** Tells of an error with a page. Where the service fails it has no links: the settings may be what fails. */
export function pageErrorResponse(error: unknown, requestId: string): HttpResponse {
  if (error instanceof SignInRequired) {
    const query = new URLSearchParams({ next: error.next }).toString();
    return redirectToPage(`${servicePagePaths().signIn}?${query}`);
  }
  const { code, status, title, detail, headers } = toHttpError(error);
  const visitor = error instanceof AdministratorsOnly ? error.session : undefined;
  const document = errorPage(
    { title, detail: detailsOnPages[code] ?? detail, requestId, visitor },
    status >= 500 ? undefined : servicePagePaths(),
  );
  return htmlResponse(document, status, headers);
}

/** Where the pages of this service are. */
export function servicePagePaths() {
  return pagePaths(settings().baseUrl);
}
