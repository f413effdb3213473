import { pages } from '../methods/allowed-methods.generated.ts';
import type { HeaderFields } from './response.ts';

/** What a script of any origin may read of an answer besides its body. */
const exposed = [
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
];

/**
 * Whether scripts of other origins may read what is at a path. Callers send tokens, never cookies; but a page shows what the cookie of its
 * visitor opens, and its form has the secret that keeps others from sending it.
 * @param resource of the API, such as `/resources/{first}`
 */
export function isReadableByScripts(resource: string): boolean {
  return !pages.has(resource);
}

/** The headers that let a script of any origin read an answer; of a page there are none. @param resource of the API */
export function corsHeaders(resource: string): HeaderFields {
  if (!isReadableByScripts(resource)) return {};
  return {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': exposed.join(', '),
  };
}

/**
 * The headers of the answer to a preflight. The headers requested for are echoed, because `*` would not
 * cover Authorization (Fetch standard, CORS protocol).
 * @param allow the methods that are possible, separated by commas
 * @param requested the header Access-Control-Request-Headers
 */
export function preflightHeaders(allow: string, requested: string | undefined): HeaderFields {
  const echoed: HeaderFields =
    requested === undefined || !/^[\w ,.-]+$/.test(requested)
      ? {}
      : { 'Access-Control-Allow-Headers': requested };
  return {
    ...echoed,
    'Access-Control-Allow-Methods': allow,
    'Access-Control-Max-Age': '86400',
    Vary: 'Access-Control-Request-Headers',
  };
}
