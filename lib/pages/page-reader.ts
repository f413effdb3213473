import { deriveFormToken } from '../identity/session.ts';
import type { OperationRequest } from '../http/operation-handler.ts';
import type { Operation } from '../http/operation.ts';
import { formatRequestTarget } from '../http/request/request-target.ts';
import { readSessionCookie } from '../http/request/session-cookie.ts';
import type { PageReader } from '../queries/users/page-reader.ts';
import type { Reader } from './layout/layout.ts';
import type { PagePaths } from './layout/paths.ts';
import { signInPath } from './sign-in-path.ts';

/** The parts of a request that tell a page who reads it, in which languages, and what its own path is. */
export type PageRequest = Pick<
  OperationRequest<Operation>,
  'header' | 'resource' | 'path' | 'query' | 'languages'
>;

/**
 * Describes the reader of a page. A reader who is not signed in gets a link to sign in that leads back to the page.
 * @param pageReader undefined if the page has not looked up an anonymous caller
 */
export function describeReader(
  request: PageRequest,
  pageReader: PageReader | undefined,
  paths: PagePaths,
): Reader {
  const cookie = readSessionCookie(request.header('cookie'));
  const { username = null, ...rights } = pageReader ?? {};
  const target = formatRequestTarget(request.resource, Object.values(request.path), request.query);
  const reader = { rights, target: `${paths.base}${target}` };
  if (username === null) return { ...reader, signInPath: signInPath(paths, target) };
  return cookie === undefined
    ? reader
    : { ...reader, visitor: { username, formToken: deriveFormToken(cookie.secret) } };
}
