import type { Question } from '../model/questions/question.ts';
import { namelessKey, type SortPosition } from '../model/questions/sort.ts';
import { findSortedMatches } from '../queries/questions/sorted-matches.ts';
import { isInNames, startOfNameless, walkSorted } from '../queries/questions/sorted-walk.ts';
import type { SortOptions } from '../queries/questions/sort-key-tables.ts';
import { runQuestion, type MatchReader } from './run-question.ts';

/** Where a page of a sorted list begins. A list with many candidates is walked from its first page on. */
export type SortedStart = { readonly after: SortPosition | null; readonly isWalk: boolean };

/** A page of a sorted list. */
export type SortedPage = {
  readonly items: readonly SortPosition[];
  /** Where the next page begins; null if there is none. */
  readonly next: SortedStart | null;
};

/**
 * Reads a page of the resource instances that a question finds, in an order. It can be shorter than its limit and have a next one, because
 * the work of a call is bounded.
 * @throws InvalidInput for a question that is too large; IndexFilling; TooManyGrants
 */
export async function readSortedPage(
  reader: MatchReader,
  question: Question,
  options: SortOptions,
  { after, isWalk }: SortedStart,
  limit: number,
): Promise<SortedPage> {
  // No model has all nodes.
  if (question.length === 0) return { items: [], next: null };
  if (!isWalk) {
    const { items, isIncomplete } = await runQuestion(reader, () =>
      findSortedMatches(question, options, after, limit + 1),
    );
    if (!isIncomplete) return cutSortedPage(items, limit, null, false);
  }
  const { items, walkedTo } = await runQuestion(reader, () =>
    walkSorted(question, options, after, limit + 1),
  );
  return cutSortedPage(items, limit, walkedTo ?? nextPart(options, after), true);
}

/** Cuts found resource instances to a page. @param walkedTo where a page begins that continues a shorter one */
export function cutSortedPage(
  found: readonly SortPosition[],
  limit: number,
  walkedTo: SortPosition | null,
  isWalk: boolean,
): SortedPage {
  const items = found.slice(0, limit);
  const after = found.length > limit ? (items.at(-1) ?? null) : walkedTo;
  return { items, next: after && { after, isWalk } };
}

/** The position between the names and the resource instances without one, if the other part has not been walked. */
function nextPart(
  { sort }: Pick<SortOptions, 'sort'>,
  after: SortPosition | null,
): SortPosition | null {
  const isLastPart = isInNames({ sort }, after) === sort.isDescending;
  return sort.key !== 'name' || isLastPart
    ? null
    : { key: namelessKey, resourceId: startOfNameless };
}
