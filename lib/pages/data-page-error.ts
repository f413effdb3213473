import { NotFound } from '../errors.ts';
import { AuthenticationRequired } from '../http/errors/errors.ts';
import { toHttpError } from '../http/errors/error-statuses.ts';
import type { RequestContext } from '../http/request-context.ts';
import { requestTarget } from '../http/request/request-target.ts';
import { removeSessionCookie } from '../http/request/session-cookie.ts';
import type { HttpResponse } from '../http/responses/response.ts';
import { SessionEnded } from '../identity/errors.ts';
import { htmlResponse, messageForPeople, redirectToPage, servicePagePaths } from './html-page.ts';
import { errorPage } from './layout/error-page.ts';
import { signInPath } from './page-reader.ts';

/**
 * Creates the page for an error of a page of data. Whoever needs an account is led to the sign-in and back. Whoever is no longer signed in
 * gets the page that everybody gets.
 */
export function dataPageError(
  error: unknown,
  { request, principal }: RequestContext<unknown>,
): HttpResponse {
  const { code, status, title, detail, headers } = toHttpError(error);
  const page = { title, detail: messageForPeople(code) ?? detail, requestId: request.id };
  // No links, because the settings that they need can be invalid.
  if (status >= 500) return htmlResponse(errorPage(page, undefined), status, headers);
  const paths = servicePagePaths();
  const target = requestTarget(request.resource, request.pathValues, request.query);
  if (error instanceof SessionEnded)
    return redirectToPage(`${paths.base}${target}`, removeSessionCookie());
  if (error instanceof AuthenticationRequired) return redirectToPage(signInPath(paths, target));
  const canSignIn = error instanceof NotFound && principal?.kind !== 'account';
  const path = canSignIn ? signInPath(paths, target) : undefined;
  return htmlResponse(errorPage({ ...page, signInPath: path }, paths), status, headers);
}
