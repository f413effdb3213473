import { deriveFormToken } from '../identity/session.ts';
import type { OperationRequest } from '../http/operation-handler.ts';
import type { Operation } from '../http/operation.ts';
import { requestTarget } from '../http/request/request-target.ts';
import { readSessionCookie } from '../http/request/session-cookie.ts';
import type { Reader } from './layout/layout.ts';
import type { PagePaths } from './layout/paths.ts';

/** The parts of a request that say who reads a page, and where the reader is. */
export type PageRequest = Pick<
  OperationRequest<Operation>,
  'header' | 'resource' | 'path' | 'query'
>;

/**
 * Returns who reads a page. A reader who is not signed in can sign in, and then returns to the page.
 * @param username of the caller; undefined if anonymous
 */
export function pageReader(
  request: PageRequest,
  username: string | undefined,
  paths: PagePaths,
): Reader {
  const cookie = readSessionCookie(request.header('cookie'));
  if (username === undefined)
    return {
      signInPath: signInPath(
        paths,
        requestTarget(request.resource, Object.values(request.path), request.query),
      ),
    };
  return cookie === undefined
    ? {}
    : { visitor: { username, formToken: deriveFormToken(cookie.secret) } };
}

/** The path of the sign-in that leads back to a page. @param next without the path of the base URL */
export function signInPath(paths: PagePaths, next: string): string {
  return `${paths.signIn}?${new URLSearchParams({ next }).toString()}`;
}
