import type { Question } from '../model/questions/question.ts';
import { unnamedQuestion } from '../model/questions/search-question.ts';
import { findRankedMatches } from '../queries/questions/ranked-matches.ts';
import { readMatchingPage } from './read-matching-page.ts';
import { cutSortedPage, type SortedPage, type SortedStart } from './read-sorted-page.ts';
import { runQuestion, type MatchReader } from './run-question.ts';

/**
 * Reads a page of the resource instances of which a value has the words of a search, and no name does: the most relevant first, or in the
 * order of their ids, if there are too many.
 * @throws InvalidInput for a question that is too large; IndexFilling; TooManyGrants
 */
export async function readValueMatches(
  reader: MatchReader,
  question: Question,
  words: string,
  { after, isWalk }: SortedStart,
  limit: number,
): Promise<SortedPage> {
  if (question.length === 0) return { items: [], next: null };
  if (!isWalk) {
    const { items, isIncomplete } = await runQuestion(reader, () =>
      findRankedMatches(reader.caller, question, words, after, limit + 1),
    );
    if (!isIncomplete) return cutSortedPage(items, limit, null, false);
  }
  const { ids, next } = await readMatchingPage(
    reader,
    unnamedQuestion(question, words),
    isWalk ? (after?.resourceId ?? null) : null,
    limit,
  );
  return {
    items: ids.map((resourceId) => ({ key: resourceId, resourceId })),
    next: next && { after: { key: next, resourceId: next }, isWalk: true },
  };
}
