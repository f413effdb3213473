import type { Link } from '../../serializers/ogc/link.ts';
import { document, withHeaders, type Answer, type HeaderFields } from '../answers/answer.ts';
import { contentTag, validators } from '../conditional/conditional.ts';
import { NotFound } from '../../errors.ts';

/** The most characters of the links of a header: API Gateway takes 10 KB of headers. The links of the document are all there. */
const mostCharacters = 6000;

/**
 * A document of OGC API Features: its links come in the header too (part 1, section 7.7), and an entity tag.
 * @param body JSON text
 */
export function ogcAnswer(
  mediaType: string,
  body: string,
  links: readonly Link[],
  indent: number | undefined,
): Answer {
  return withHeaders(document(mediaType, body), {
    ...linkHeader(links),
    ...validators(contentTag(mediaType, indent, body), null),
  });
}

/**
 * The same with the time at which it was made, as `timeStamp` (part 1, /req/core/fc-timeStamp). The entity tag is made of all but that, and
 * so it is weak: the answers of two moments differ in nothing else, but in that (RFC 9110, section 8.8.1).
 * @param body JSON text of an object
 */
export function stampedAnswer(
  mediaType: string,
  body: string,
  links: readonly Link[],
  indent: number | undefined,
): Answer {
  const { headers = {}, ...answer } = ogcAnswer(mediaType, body, links, indent);
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
export function unknownCollection(): NotFound {
  return new NotFound('There is no collection with this id that you may read.');
}
