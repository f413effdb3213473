import type { Link } from '../../serializers/ogc/link.ts';
import { document, withHeaders, type Answer, type HeaderFields } from '../answers/answer.ts';
import { contentTag, validators } from '../conditional/conditional.ts';

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

function linkHeader(links: readonly Link[]): HeaderFields {
  const texts = links.map(({ href, rel, type }) => `<${href}>; rel="${rel}"; type="${type}"`);
  const header = texts.join(', ');
  return header === '' || header.length > mostCharacters ? {} : { Link: header };
}
