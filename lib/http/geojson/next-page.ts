import { pageLink } from '../responses/page-response.ts';
import type { ValuesByName } from '../request/request.ts';
import { encodeFeatureCursor, type FeatureCursor } from './feature-cursor.ts';
import { featureParameters } from './feature-parameters.ts';

/** The most characters of a link: the headers of an answer that is streamed have 16 KB together, and API Gateway takes 10 KB. */
const longestLink = 6000;

/**
 * The link to the next page (RFC 8288). It repeats the query, not what came in headers or in a body: they are to be sent again.
 * @param query as it was sent
 * @returns undefined where the query is too long to be repeated
 */
export function nextPageLink(
  baseUrl: string,
  query: ValuesByName,
  place: FeatureCursor,
): string | undefined {
  const repeated = [...query]
    .filter(([name]) => Object.hasOwn(featureParameters.shape, name))
    .filter(([name]) => name !== 'page' && name !== 'cursor')
    .map(([name, values]): readonly [string, string] => [name, values[0] ?? '']);
  const link = pageLink(`${baseUrl}/geojson`, 'next', {
    ...Object.fromEntries(repeated),
    cursor: encodeFeatureCursor(place),
  });
  return link.length > longestLink ? undefined : link;
}
