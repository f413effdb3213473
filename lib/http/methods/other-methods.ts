import type { HttpResponse } from '../responses/response.ts';
import { isReadableByScripts, preflightHeaders } from '../responses/cors.ts';
import { InvalidInput, NotFound, type InputError } from '../../errors.ts';
import { MethodNotAllowed } from '../errors/errors.ts';

/** What of a request decides how a method is answered that no operation has. */
type OtherRequest = {
  readonly method: string;
  /** The resource of the API that was matched. */
  readonly resource: string;
  /** By lower-case name. */
  readonly header: (name: string) => string | undefined;
};

/**
 * Answers a method that no operation has at a path: OPTIONS, and what is not there.
 * @param request with that method
 * @param allow what the header `Allow` says of the path; undefined where the service has nothing
 * @param misplaced what is wrong with methods that belong to another path
 * @throws InvalidInput where the method is one of these
 * @throws MethodNotAllowed
 * @throws NotFound where the service has nothing
 */
export function respondToOtherMethod(
  { method, resource, header }: OtherRequest,
  allow: string | undefined,
  misplaced: Readonly<Partial<Record<string, InputError>>> = {},
): HttpResponse {
  const isPreflight = method === 'OPTIONS' && header('access-control-request-method') !== undefined;
  if (isPreflight && isReadableByScripts(resource)) {
    const requested = header('access-control-request-headers');
    // An unknown path is allowed too: refused, its 404 could not be read by the script that requested.
    return { status: 204, headers: preflightHeaders(allow ?? 'GET, HEAD, OPTIONS', requested) };
  }
  if (allow === undefined) throw new NotFound('There is nothing at this path.');
  if (method === 'OPTIONS') return { status: 204, headers: { Allow: allow } };
  const wrong = misplaced[method];
  if (wrong !== undefined) throw new InvalidInput([wrong]);
  throw new MethodNotAllowed(method, allow);
}
