import { InvalidInput } from '../../errors.ts';
import type { DataHandlerContext } from '../../http/data-handler.ts';
import { readSearch } from '../../http/former-search/read-search.ts';
import type { ValuesByName } from '../../http/request/request.ts';
import type { HttpResponse } from '../../http/responses/response.ts';
import { NestedTooDeepError } from '../../json/nesting.ts';
import type { FormerSearch, SentTerm } from '../../model/former-search/search-request.ts';
import { toOwnParameters } from '../../model/former-search/own-parameters.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { findLabelledIds } from '../../queries/former-search/labelled-ids.ts';
import { redirectToPage } from '../html-page.ts';
import { pathWithQuery } from '../layout/page-navigation.ts';
import type { PagePaths } from '../layout/paths.ts';

const conditionNames = [
  'resource-type-filter',
  'advanced-search',
  'term-filter',
  'map-filter',
  'time-filter',
  'provisional-filter',
] as const;

/** What addresses of the reference platform have besides, without a meaning for the page. */
const otherNames: ReadonlySet<string> = new Set([
  'exportsystemvalues',
  'format',
  'language',
  'paging-filter',
  'precision',
  'reportlink',
  'search-view',
  'tiles',
  'total',
]);

/**
 * Leads from an address of a search of the reference platform to the page with the same question. Conditions that cannot be followed stay in
 * the address, so that the page names them.
 * @returns undefined if the address has nothing that can be followed
 */
export async function redirectFromFormerAddress(
  { query, caller }: { readonly query: ValuesByName; readonly caller: Caller },
  { read }: Pick<DataHandlerContext, 'read'>,
  paths: PagePaths,
): Promise<HttpResponse | undefined> {
  const sent = Object.fromEntries([...query].map(([name, values]) => [name, values[0] ?? '']));
  if (!conditionNames.some((name) => name in sent)) return undefined;
  const search = readSafely(sent);
  if (search === undefined) return undefined;
  const labels = new Set<SentTerm>();
  for (const term of search.terms) {
    const found = await read(findLabelledIds(caller, term.value, term.kind === 'string'));
    if (found.conceptIds.length + found.optionIds.length > 0) labels.add(term);
  }
  const { parameters, leftOut } = toOwnParameters(search, (term) => labels.has(term));
  const names = Object.keys(parameters);
  // Conditions of ours are not mixed with those of that platform.
  if (names.length === 0 || names.some((name) => name in sent)) return undefined;
  const kept = Object.entries(sent).filter(
    ([name]) =>
      leftOut.includes(name) ||
      (!otherNames.has(name) && !conditionNames.some((condition) => condition === name)),
  );
  return redirectToPage(
    pathWithQuery(paths.search, { ...parameters, ...Object.fromEntries(kept) }),
  );
}

/** Reads the conditions; undefined if they cannot be read. */
function readSafely(sent: Readonly<Record<string, string>>): FormerSearch | undefined {
  try {
    return readSearch(Object.fromEntries(conditionNames.map((name) => [name, sent[name]])));
  } catch (error) {
    if (error instanceof InvalidInput || error instanceof NestedTooDeepError) return undefined;
    throw error;
  }
}
