import { NotFound } from '../errors.ts';
import { AuthenticationRequired } from '../http/errors/errors.ts';
import { toHttpError } from '../http/errors/error-statuses.ts';
import type { RequestContext } from '../http/request-context.ts';
import { formatRequestTarget } from '../http/request/request-target.ts';
import { deleteSessionCookieHeader } from '../http/request/session-cookie.ts';
import type { HttpResponse } from '../http/responses/response.ts';
import { SessionEnded } from '../identity/errors.ts';
import { htmlResponse, messageForPeople, pathsOf, redirectToPage } from './html-page.ts';
import { errorPage } from './layout/error-page.ts';
import { signInPath } from './sign-in-path.ts';

/**
 * Creates the error response of a history page. Anonymous readers are not redirected to the sign-in, because an account alone is not
 * enough.
 */
export function historyPageErrorResponse(
  error: unknown,
  context: RequestContext<unknown>,
): HttpResponse {
  return error instanceof AuthenticationRequired
    ? renderErrorPage(error, context, {
        title: 'The history is not public',
        detail:
          'Sign in with an account that has the right to read the history. An administrator can give it to an account.',
      })
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
  const paths = pathsOf(settings);
  const target = formatRequestTarget(request.resource, request.pathValues, request.query);
  return error instanceof SessionEnded
    ? redirectToPage(`${paths.base}${target}`, deleteSessionCookieHeader())
    : redirectToPage(signInPath(paths, target));
}

/** @param message the title and text for people, if they differ from those for programs */
function renderErrorPage(
  error: unknown,
  { request, principal, settings }: RequestContext<unknown>,
  message?: { readonly title: string; readonly detail: string },
): HttpResponse {
  const { code, status, title, detail, headers } = toHttpError(error);
  const page = {
    title,
    detail: messageForPeople(code) ?? detail,
    ...message,
    requestId: request.id,
    isSearchable: error instanceof NotFound,
  };
  // The page has no links, because the settings that they need can be invalid.
  if (status >= 500) return htmlResponse(errorPage(page, undefined), status, headers);
  const paths = pathsOf(settings);
  const canSignIn =
    (error instanceof NotFound || error instanceof AuthenticationRequired) &&
    principal?.kind !== 'account';
  const target = formatRequestTarget(request.resource, request.pathValues, request.query);
  const path = canSignIn ? signInPath(paths, target) : undefined;
  return htmlResponse(errorPage({ ...page, signInPath: path }, paths), status, headers);
}
