import { pathsWithForms } from '../methods/allowed-methods.generated.ts';
import type { HeaderFields } from './response.ts';

/** The response headers that scripts of any origin may read. */
const exposedHeaders = [
  'Allow',
  'Content-Crs',
  'ETag',
  'Link',
  'Location',
  'OGC-NumberMatched',
  'Retry-After',
  'WWW-Authenticate',
  'X-Ignored',
  'X-Pending-Review',
  'X-Request-Id',
  'X-Total-Count',
  'X-Total-Count-Relation',
  'X-Unknown-Files',
];

/**
 * Whether scripts of other origins may read the responses of a path. Pages with forms are excluded: they depend on a cookie and contain
 * the CSRF token of their form.
 * @param resource of API Gateway, such as `/resources/{first}`
 */
export function isReadableByScripts(resource: string): boolean {
  return !pathsWithForms.has(resource);
}

/**
 * The CORS headers of a response; none for HTML pages.
 * @rule Responses: Which origins may read a response, and what is answered to a preflight?
 * @param resource of API Gateway
 */
export function corsHeaders(resource: string): HeaderFields {
  if (!isReadableByScripts(resource)) return {};
  return {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': exposedHeaders.join(', '),
  };
}

/**
 * The headers of the response to a preflight. The requested header names are echoed, because `*` does not include Authorization
 * (Fetch standard, CORS protocol).
 * @param allow the methods of the path, separated by commas
 * @param requestedHeaders the header Access-Control-Request-Headers
 */
export function preflightHeaders(
  allow: string,
  requestedHeaders: string | undefined,
): HeaderFields {
  const echoedHeaders: HeaderFields =
    requestedHeaders === undefined || !/^[\w ,.-]+$/.test(requestedHeaders)
      ? {}
      : { 'Access-Control-Allow-Headers': requestedHeaders };
  return {
    ...echoedHeaders,
    'Access-Control-Allow-Methods': allow,
    'Access-Control-Max-Age': '86400',
    Vary: 'Access-Control-Request-Headers',
  };
}
