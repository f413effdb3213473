import type { Question } from '../model/questions/question.ts';
import type { SortOptions } from '../queries/questions/sort-key-tables.ts';
import { readMatchingPage } from './read-matching-page.ts';
import { readSortedPage, type SortedPage, type SortedStart } from './read-sorted-page.ts';
import type { MatchReader } from './run-question.ts';

/** The beginning of a list. */
export const startOfList: SortedStart = { after: null, isWalk: false };

/**
 * Reads a page of the resource instances that a question finds, in any order. It can be shorter than its limit and have a next one, because
 * the work of a call is bounded.
 * @throws InvalidInput for a question that is too large; IndexFilling; TooManyGrants
 */
export async function readOrderedPage(
  reader: MatchReader,
  question: Question,
  options: SortOptions,
  start: SortedStart,
  limit: number,
): Promise<SortedPage> {
  const { key, isDescending } = options.sort;
  if (key !== 'id' || isDescending) return readSortedPage(reader, question, options, start, limit);
  const after = start.after?.resourceId ?? null;
  const { ids, next } = await readMatchingPage(reader, question, after, limit);
  return {
    items: ids.map((resourceId) => ({ key: resourceId, resourceId })),
    next: next && { after: { key: next, resourceId: next }, isWalk: false },
  };
}
