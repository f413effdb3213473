import type { Link } from '../../serializers/ogc/link.ts';
import {
  documentResponse,
  withHeaders,
  type HttpResponse,
  type HeaderFields,
} from '../responses/response.ts';
import { contentTag, validatorHeaders } from '../conditional/validators.ts';
import { NotFound } from '../../errors.ts';

/** The most characters of the links of a header: API Gateway takes 10 KB of headers. The links of the document are all there. */
const mostCharacters = 6000;

/**
 * A document of OGC API Features: its links come in the header too (part 1, section 7.7), and an entity tag.
 * @param body JSON text
 */
export function ogcResponse(
  mediaType: string,
  body: string,
  links: readonly Link[],
  indent: number | undefined,
): HttpResponse {
  return withHeaders(documentResponse(mediaType, body), {
    ...linkHeader(links),
    ...validatorHeaders(contentTag(mediaType, indent, body), null),
  });
}

/**
 * The same with the time at which it was made, as `timeStamp` (part 1, /req/core/fc-timeStamp). The entity tag is made of all but that, and
 * so it is weak: the answers of two moments differ in nothing else, but in that (RFC 9110, section 8.8.1).
 * @param body JSON text of an object
 */
export function timestampedResponse(
  mediaType: string,
  body: string,
  links: readonly Link[],
  indent: number | undefined,
): HttpResponse {
  const { headers = {}, ...answer } = ogcResponse(mediaType, body, links, indent);
  const timeStamp = `"timeStamp":"${new Date().toISOString()}"`;
  return {
    ...answer,
    body: `${body.slice(0, -1)},${timeStamp}}`,
    headers: { ...headers, ETag: `W/${headers['ETag']}` },
  };
}

function linkHeader(links: readonly Link[]): HeaderFields {
  const texts = links.map(({ href, rel, type }) => `<${href}>; rel="${rel}"; type="${type}"`);
  const header = texts.join(', ');
  return header === '' || header.length > mostCharacters ? {} : { Link: header };
}

/** What is thrown where there is no collection that the caller may see. */
export function unknownCollectionError(): NotFound {
  return new NotFound('There is no collection with this id that you may read.');
}
