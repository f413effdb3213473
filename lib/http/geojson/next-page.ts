import { pageLink } from '../answers/page-link.ts';
import type { Values } from '../request/request.ts';
import { featureCursorBehind, type FeaturePlace } from './feature-cursor.ts';
import { featureDescriptions } from './feature-parameters.ts';

/**
 * The link to the next page (RFC 8288). It repeats the query, not what came in headers or in a body: they are to be sent again.
 * @param query as it was sent
 */
export function nextPage(baseUrl: string, query: Values, place: FeaturePlace): string {
  const repeated = [...query]
    .filter(([name]) => Object.hasOwn(featureDescriptions, name))
    .filter(([name]) => name !== 'page' && name !== 'cursor')
    .map(([name, values]): readonly [string, string] => [name, values[0] ?? '']);
  return pageLink(`${baseUrl}/geojson`, 'next', {
    ...Object.fromEntries(repeated),
    cursor: featureCursorBehind(place),
  });
}
