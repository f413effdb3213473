import { NotFound } from '../errors.ts';
import { AuthenticationRequired } from '../http/errors/errors.ts';
import { toHttpError } from '../http/errors/error-statuses.ts';
import type { RequestContext } from '../http/request-context.ts';
import { formatRequestTarget } from '../http/request/request-target.ts';
import { deleteSessionCookieHeader } from '../http/request/session-cookie.ts';
import type { HttpResponse } from '../http/responses/response.ts';
import { SessionEnded } from '../identity/errors.ts';
import { htmlResponse, redirectToPage, siteOf, siteOfError } from './html-page.ts';
import { errorPage } from './layout/error-page.ts';
import { signInPath } from './sign-in-path.ts';
import { errorText, historyNotPublicText, type ErrorText } from './words/error-texts.ts';
import type { Words } from './words/words.ts';

/**
 * Creates the error response of a history page. Anonymous readers are not redirected to the sign-in, because an account alone is not
 * enough.
 */
export function historyPageErrorResponse(
  error: unknown,
  context: RequestContext<unknown>,
): HttpResponse {
  return error instanceof AuthenticationRequired
    ? renderErrorPage(error, context, historyNotPublicText)
    : dataPageErrorResponse(error, context);
}

/**
 * Creates the error response of a page with data. Readers who need an account are redirected to the sign-in and back. Readers whose
 * session has ended are redirected to the same page without a session.
 */
export function dataPageErrorResponse(
  error: unknown,
  context: RequestContext<unknown>,
): HttpResponse {
  const { request, settings } = context;
  if (!(error instanceof SessionEnded || error instanceof AuthenticationRequired))
    return renderErrorPage(error, context);
  const paths = siteOf(request, settings);
  const target = formatRequestTarget(request.resource, request.pathValues, request.query);
  return error instanceof SessionEnded
    ? redirectToPage(`${paths.base}${target}`, deleteSessionCookieHeader())
    : redirectToPage(signInPath(paths, target));
}

/** @param textOf the title and the text, if the page says more than the error */
function renderErrorPage(
  error: unknown,
  { request, principal, settings }: RequestContext<unknown>,
  textOf = (words: Words): ErrorText => errorText(error, words),
): HttpResponse {
  const { status, headers } = toHttpError(error);
  const site = siteOfError(status, request, settings);
  const page = { ...textOf(site.words), requestId: request.id };
  const canSignIn =
    (error instanceof NotFound || error instanceof AuthenticationRequired) &&
    principal?.kind !== 'account';
  const target = formatRequestTarget(request.resource, request.pathValues, request.query);
  const path = canSignIn && 'home' in site ? signInPath(site, target) : undefined;
  const isSearchable = error instanceof NotFound;
  const document = errorPage({ ...page, isSearchable, signInPath: path }, site);
  return htmlResponse(document, site.words, status, headers);
}
