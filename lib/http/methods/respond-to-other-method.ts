import type { HttpResponse } from '../responses/response.ts';
import { isReadableByScripts, preflightHeaders } from '../responses/cors.ts';
import { InvalidInput, NotFound, type InputError } from '../../errors.ts';
import { MethodNotAllowed } from '../errors/errors.ts';

type OtherRequest = {
  readonly method: string;
  /** The matched resource of API Gateway, such as `/resources/{first}`. */
  readonly resource: string;
  /** Reads a header by its name in lower case. */
  readonly header: (name: string) => string | undefined;
};

/**
 * Responds to OPTIONS and to methods without an operation.
 * @rule Requests: What is answered to a method that a path does not have?
 * @param allow the header `Allow` of the path; undefined if the path is unknown
 * @param misplacedMethods errors for methods that belong to another path
 * @throws InvalidInput for a method in `misplacedMethods`
 * @throws MethodNotAllowed
 * @throws NotFound if the path is unknown
 */
export function respondToOtherMethod(
  { method, resource, header }: OtherRequest,
  allow: string | undefined,
  misplacedMethods: Readonly<Partial<Record<string, InputError>>> = {},
): HttpResponse {
  const isPreflight = method === 'OPTIONS' && header('access-control-request-method') !== undefined;
  if (isPreflight && isReadableByScripts(resource)) {
    const requestedHeaders = header('access-control-request-headers');
    // Allowed for unknown paths too: otherwise the script could not read the 404.
    const headers = preflightHeaders(allow ?? 'GET, HEAD, OPTIONS', requestedHeaders);
    return { status: 204, headers };
  }
  if (allow === undefined) throw new NotFound('There is nothing at this path.');
  if (method === 'OPTIONS') return { status: 204, headers: { Allow: allow } };
  // A caller can send `constructor` as the method, which every object inherits.
  const misplacedMethodError = Object.hasOwn(misplacedMethods, method)
    ? misplacedMethods[method]
    : undefined;
  if (misplacedMethodError !== undefined) throw new InvalidInput([misplacedMethodError]);
  throw new MethodNotAllowed(method, allow);
}
