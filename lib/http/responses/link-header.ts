import type { HeaderFields } from './response.ts';

/** API Gateway accepts 10 KB of headers, and 16 KB for a streamed response. */
export const maxLinkCharacters = 6000;

/**
 * Makes the header `Link` (RFC 8288). Links can repeat long parameters of the request; if they do not fit together, the first ones are
 * left out.
 * @rule GeoJSON and OGC API Features: Which links does the header `Link` contain?
 * @param links such as `<https://…>; rel="next"`, the most important last
 * @returns no header if there are no links
 */
export function linkHeader(links: readonly string[]): HeaderFields {
  const fittingLinks: string[] = [];
  let length = 0;
  for (const link of links.toReversed()) {
    if (length + link.length > maxLinkCharacters) continue;
    fittingLinks.unshift(link);
    length += link.length + ', '.length;
  }
  return fittingLinks.length === 0 ? {} : { Link: fittingLinks.join(', ') };
}
