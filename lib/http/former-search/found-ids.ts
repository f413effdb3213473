import type { ResourceId } from '../../model/ids.ts';
import type { Question } from '../../model/questions/question.ts';
import { readOrderedPage, startOfList } from '../../questions/read-ordered-page.ts';
import type { MatchReader } from '../../questions/run-question.ts';
import type { SortOptions } from '../../queries/questions/sort-key-tables.ts';
import { refuse } from './json-parameter.ts';

/** The most resource instances that pages with numbers have, as in the reference platform. */
export const maxNumbered = 10_000;

/** The most resource instances that are found in one call with the names by which they are sorted. */
const maxSortedPerCall = 1000;

/** How often a walk through the models is continued for one page. */
const maxWalks = 5;

const byId = { key: 'id', isDescending: false } as const;

/**
 * Finds the first resource instances of a search, in the order of their ids: one more than pages with numbers have, if there are so many.
 * @throws InvalidInput if so many would have to be compared that the list could not be complete
 */
export async function findNumberedIds(
  reader: MatchReader,
  question: Question,
): Promise<readonly ResourceId[]> {
  const options = { caller: reader.caller, languages: [], sort: byId };
  return findFirstIds(reader, question, options, maxNumbered + 1);
}

/**
 * Finds the first resource instances of a search in an order.
 * @param count how many
 * @throws InvalidInput if so many would have to be compared that the list could not be complete
 */
export async function findFirstIds(
  reader: MatchReader,
  question: Question,
  options: SortOptions,
  count: number,
): Promise<readonly ResourceId[]> {
  const perCall = options.sort.key === 'id' ? count : maxSortedPerCall;
  const ids: ResourceId[] = [];
  let start = startOfList;
  for (let call = 0; call < maxWalks + count / perCall; call += 1) {
    const limit = Math.min(perCall, count - ids.length);
    const { items, next } = await readOrderedPage(reader, question, options, start, limit);
    ids.push(...items.map(({ resourceId }) => resourceId));
    if (next === null || ids.length >= count) return ids;
    start = next;
  }
  return refuse(
    'advanced-search',
    'too many resource instances would have to be compared. Add a model, a text or a place to the search.',
  );
}
