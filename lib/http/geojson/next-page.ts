import { pageLink } from '../responses/page-response.ts';
import { isConditionName } from '../questions/sent-conditions.ts';
import type { ValuesByName } from '../request/request.ts';
import { encodeFeatureCursor, type FeatureCursor } from './feature-cursor.ts';
import { featureParameters } from './feature-parameters.ts';

/**
 * The link to the next page (RFC 8288). It repeats the parameters of the query, but not those in headers or in the body, which the
 * caller must send again.
 * @param query as sent
 */
export function nextPageLink(baseUrl: string, query: ValuesByName, cursor: FeatureCursor): string {
  const repeatedParameters = [...query]
    .filter(([name]) => Object.hasOwn(featureParameters.shape, name) || isConditionName(name))
    .filter(([name]) => name !== 'page' && name !== 'cursor')
    .map(([name, values]): readonly [string, string] => [name, values[0] ?? '']);
  return pageLink(`${baseUrl}/geojson`, 'next', {
    ...Object.fromEntries(repeatedParameters),
    cursor: encodeFeatureCursor(cursor),
  });
}
