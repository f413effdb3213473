import type { Link } from '../../serializers/ogc/link.ts';
import { documentResponse, withHeaders, type HttpResponse } from '../responses/response.ts';
import { contentTag, validatorHeaders } from '../conditional/validators.ts';
import { linkHeader } from '../responses/link-header.ts';
import { NotFound } from '../../errors.ts';

/**
 * Makes a response of OGC API Features. The links of the document are also sent in the header `Link` (part 1, section 7.7).
 * @param body a JSON string
 */
export function ogcResponse(
  mediaType: string,
  body: string,
  links: readonly Link[],
  indent: number | undefined,
): HttpResponse {
  return withHeaders(documentResponse(mediaType, body), {
    ...linkHeader(links.map(({ href, rel, type }) => `<${href}>; rel="${rel}"; type="${type}"`)),
    ...validatorHeaders(contentTag(mediaType, indent, body), null),
  });
}

/**
 * Makes a response of OGC API Features, and adds the member `timeStamp` to the document (part 1, /req/core/fc-timeStamp). The entity
 * tag ignores the time, so it is weak (RFC 9110, section 8.8.1).
 * @param body a JSON string of an object
 */
export function timestampedResponse(
  mediaType: string,
  body: string,
  links: readonly Link[],
  indent: number | undefined,
): HttpResponse {
  const { headers = {}, ...response } = ogcResponse(mediaType, body, links, indent);
  const timeStamp = `"timeStamp":"${new Date().toISOString()}"`;
  return {
    ...response,
    body: `${body.slice(0, -1)},${timeStamp}}`,
    headers: { ...headers, ETag: `W/${headers['ETag']}` },
  };
}

/** The error for a collection that does not exist or that the caller may not read. */
export function collectionNotFoundError(): NotFound {
  return new NotFound('There is no collection with this id that you may read.');
}
