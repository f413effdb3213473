import type { BrowserSession } from '../identity/session.ts';
import { errorPage } from './layout/error-page.ts';
import type { Html } from './layout/html.ts';
import type { SiteOrWords } from './layout/layout.ts';
import { createSite, type Site } from './layout/site.ts';
import { administratorsOnlyText, errorText } from './words/error-texts.ts';
import { createWords, type Words } from './words/words.ts';
import { pageSecurityPolicy } from './security-policy.ts';
import { requireSettings, validSettings, type SettingsResult } from '../settings.ts';
import { readPreferredLanguages } from '../http/negotiation/accept.ts';
import { readHeader } from '../http/request/request.ts';
import type { FailedRequest } from '../http/errors/error-formats.ts';
import type { PreferredLanguages } from '../model/pick-language.ts';
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
export function dataPageResponse(
  document: Html,
  words: Words,
  headers: HeaderFields = {},
): HttpResponse {
  const etag = contentTag('text/html', undefined, String(document));
  return htmlResponse(document, words, 200, { ...validatorHeaders(etag, null), ...headers });
}

/** The headers of a page with pictures of records. @param hosts those of the pictures; without any, the page has none */
export const pictureHeaders = (hosts: readonly string[]): HeaderFields =>
  hosts.length === 0 ? {} : { 'Content-Security-Policy': pageSecurityPolicy({ pictures: hosts }) };

/** Creates the response with a page. @param words those of the page, which depend on the reader */
export function htmlResponse(
  document: Html,
  { language }: Words,
  status = 200,
  headers: HeaderFields = {},
): HttpResponse {
  return {
    status,
    contentType: 'text/html; charset=utf-8',
    body: String(document),
    headers: {
      ...pageHeaders,
      'Content-Language': language,
      Vary: 'Accept-Language',
      ...headers,
    },
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

/**
 * Creates the error response of a page about sign-in or applications: a redirect to the sign-in if a session is needed, otherwise an error
 * page. With a 5xx status the page has no links, because the settings that links need can be invalid.
 */
export function pageErrorResponse(
  error: unknown,
  request: FailedRequest,
  settings: SettingsResult,
): HttpResponse {
  if (error instanceof SignInRequired) {
    const query = new URLSearchParams({ next: error.next }).toString();
    return redirectToPage(`${siteOf(request, settings).signIn}?${query}`);
  }
  const { status, headers } = toHttpError(error);
  const site = siteOfError(status, request, settings);
  const visitor = error instanceof AdministratorsOnly ? error.session : undefined;
  const text =
    visitor === undefined ? errorText(error, site.words) : administratorsOnlyText(site.words);
  const document = errorPage({ ...text, requestId: request.id, visitor }, site);
  return htmlResponse(document, site.words, status, headers);
}

/** What an error page has of the site. With a 5xx status that is only its words, because the settings that links need can be invalid. */
export const siteOfError = (
  status: number,
  request: FailedRequest,
  settings: SettingsResult,
): SiteOrWords =>
  status >= 500
    ? { words: createWords(languagesOf(request, settings)) }
    : siteOf(request, settings);

/** @throws InvalidSettings */
export function siteOf(request: FailedRequest, settings: SettingsResult): Site {
  return createSite(requireSettings(settings), languagesOf(request, settings));
}

function languagesOf(request: FailedRequest, settings: SettingsResult): PreferredLanguages {
  const header = readHeader(request, 'accept-language');
  return readPreferredLanguages(header, validSettings(settings)?.language ?? 'en');
}
