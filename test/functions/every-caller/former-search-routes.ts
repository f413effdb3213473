import { hasHits, hasItemsIn, oneOf } from './answers-with-data.ts';
import type { ExpectedResult } from './route-table.ts';

type Results = Readonly<
  Record<
    'no token' | 'a token that may read nothing' | 'a token that may read everything',
    ExpectedResult
  >
>;

/**
 * The routes of the reference platform's search, those of suggestions, and lists with words. They look up the search, find resource instances, and
 * then read them; lists find names, then values.
 * @param results of routes that answer every caller with the data that the caller may see
 */
export function formerSearchRoutes<R extends Results>(results: R) {
  const withCalls = (none: number, all: number) => ({
    ...results,
    'no token': { ...results['no token'], calls: none },
    'a token that may read nothing': { ...results['a token that may read nothing'], calls: none },
    'a token that may read everything': {
      ...results['a token that may read everything'],
      calls: all,
    },
  });
  const search = { isDataIn: hasHits, expected: withCalls(2, 3) };
  const exported = {
    query: 'format=geojson',
    isDataIn: hasItemsIn('features'),
    expected: withCalls(2, 4),
  };
  const list = { ...oneOf('ldp:contains'), expected: withCalls(2, 2) };
  return {
    'list-resources': list,
    'get-search': list,
    'search-resources': list,
    'former-search': search,
    'query-former-search': search,
    'get-former-search-export': exported,
    'post-former-search-export': exported,
    'get-former-search-export-features': exported,
    'post-former-search-export-features': exported,
    suggest: { isDataIn: hasItemsIn('suggestions'), expected: withCalls(3, 4) },
    'former-search-terms': {
      isDataIn: (body: string) => hasItemsIn('terms')(body) || hasItemsIn('concepts')(body),
      expected: withCalls(2, 3),
    },
  };
}
