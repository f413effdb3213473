import { InvalidInput } from '../../errors.ts';
import type { DataHandlerContext } from '../../http/data-handler.ts';
import { readSearch } from '../../http/former-search/read-search.ts';
import { resolveSearch } from '../../http/former-search/resolve-search.ts';
import { isConditionName } from '../../http/questions/sent-conditions.ts';
import type { ValuesByName } from '../../http/request/request.ts';
import type { HttpResponse } from '../../http/responses/response.ts';
import { NestedTooDeepError } from '../../json/nesting.ts';
import type { FormerSearch, SentTerm } from '../../model/former-search/search-request.ts';
import { toOwnParameters } from '../../model/former-search/own-parameters.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { Question } from '../../model/questions/question.ts';
import { findLabelledIds } from '../../queries/former-search/labelled-ids.ts';
import { redirectToPage } from '../html-page.ts';
import { pathWithQuery } from '../layout/page-navigation.ts';
import type { PagePaths } from '../layout/paths.ts';
import { isFormerCondition } from './former-conditions.ts';

/** What addresses of the reference platform have besides, without a meaning for the page. */
const otherNames: ReadonlySet<string> = new Set([
  'exportsystemvalues',
  'format',
  'paging-filter',
  'precision',
  'reportlink',
  'search-view',
  'tiles',
  'total',
]);

/** A search of the reference platform that conditions of this service cannot say. */
export type FormerQuestion = {
  readonly question: Question;
  /** Its conditions as they were sent, by name. */
  readonly sent: Readonly<Record<string, string>>;
};

/** What an address of the reference platform leads to: the address with the same conditions of ours, or the question as it stands. */
export type FormerAddress =
  | { readonly kind: 'redirect'; readonly response: HttpResponse }
  | ({ readonly kind: 'question' } & FormerQuestion);

/**
 * Reads an address of a search of the reference platform.
 * @returns undefined if the address is none, has conditions of ours too, or cannot be read
 */
export async function readFormerAddress(
  { query, caller }: { readonly query: ValuesByName; readonly caller: Caller },
  { read }: Pick<DataHandlerContext, 'read'>,
  paths: PagePaths,
): Promise<FormerAddress | undefined> {
  const values = [...query].map(([name, [value = '']]) => [name, value] as const);
  const sent = Object.fromEntries(
    values.filter(([name, value]) => isFormerCondition(name) && value.trim() !== ''),
  );
  const hasOwn = values.some(([name]) => name === 'q' || name === 'graph' || isConditionName(name));
  if (Object.keys(sent).length === 0 || hasOwn) return undefined;
  try {
    const search = readSearch(sent);
    const parameters = toOwnParameters(search, await findLabels(search, caller, { read }));
    if (parameters === undefined) {
      return { kind: 'question', question: await resolveSearch(search, caller, { read }), sent };
    }
    if (Object.keys(parameters).length === 0) return undefined;
    const others = values.filter(([name]) => !isFollowed(name));
    const path = pathWithQuery(paths.search, { ...parameters, ...Object.fromEntries(others) });
    return { kind: 'redirect', response: redirectToPage(path) };
  } catch (error) {
    if (error instanceof InvalidInput || error instanceof NestedTooDeepError) return undefined;
    throw error;
  }
}

/** Whether the page follows a parameter of the reference platform, or it has no meaning there. */
export const isFollowed = (name: string): boolean =>
  isFormerCondition(name) || otherNames.has(name);

/** Finds out which terms are labels. */
async function findLabels(
  { terms }: FormerSearch,
  caller: Caller,
  { read }: Pick<DataHandlerContext, 'read'>,
): Promise<(term: SentTerm) => boolean> {
  const labels = new Set<SentTerm>();
  for (const term of terms) {
    const { conceptIds, optionIds } = await read(
      findLabelledIds(caller, term.value, term.kind === 'string'),
    );
    if (conceptIds.length + optionIds.length > 0) labels.add(term);
  }
  return (term) => labels.has(term);
}
