import { maxStatementCharacters } from '../../data-api/limits.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { ResourceId } from '../../model/ids.ts';
import type { Question } from '../../model/questions/question.ts';
import { TooManyAlternatives } from '../../model/questions/tile-alternatives.ts';
import { findMatchingIds, type MatchingPage } from '../../queries/questions/matching-ids.ts';
import type { RowsQuery } from '../../data-api/query.ts';
import { IndexFilling } from '../questions/question-response.ts';
import type { QuestionReader } from '../questions/resolve-question.ts';
import { refuse } from './json-parameter.ts';

/** The most resource instances that pages with numbers have, as in the reference platform. */
export const maxNumbered = 10_000;

/** How often a walk through the models is continued for one page. */
const maxWalks = 5;

const advice = 'Add a model, a text or a place to the search.';

function toQuery(
  caller: Caller,
  question: Question,
  after: ResourceId | null,
  limit: number,
): RowsQuery<MatchingPage> {
  try {
    const query = findMatchingIds(caller, question, after, limit);
    if (query.text.length <= maxStatementCharacters) return query;
  } catch (error) {
    if (!(error instanceof TooManyAlternatives)) throw error;
  }
  return refuse('advanced-search', 'has too many conditions for one search. Divide it.');
}

async function readMatches(
  caller: Caller,
  question: Question,
  after: ResourceId | null,
  limit: number,
  { read }: QuestionReader,
): Promise<MatchingPage> {
  const page = await read(toQuery(caller, question, after, limit));
  if (page.isFilling) throw new IndexFilling();
  if (page.isTooBroad || page.isCut) {
    refuse('advanced-search', `a condition means more than 20,000 values. ${advice}`);
  }
  return page;
}

/**
 * Finds the first resource instances of a search, in the order of their ids: one more than pages with numbers have, if there are so many.
 * @throws InvalidInput if so many would have to be compared that the list could not be complete
 */
export async function findNumberedIds(
  caller: Caller,
  question: Question,
  reader: QuestionReader,
): Promise<readonly ResourceId[]> {
  const ids: ResourceId[] = [];
  let after: ResourceId | null = null;
  for (let walk = 0; walk < maxWalks && question.length > 0; walk += 1) {
    const limit = maxNumbered + 1 - ids.length;
    const page: MatchingPage = await readMatches(caller, question, after, limit, reader);
    ids.push(...page.ids);
    after = page.walkedTo;
    if (after === null || ids.length > maxNumbered) return ids;
  }
  if (after !== null) {
    refuse('advanced-search', `too many resource instances would have to be compared. ${advice}`);
  }
  return ids;
}

/** Finds all resource instances of a search, in the order of their ids, chunk by chunk. */
export async function* findAllIds(
  caller: Caller,
  question: Question,
  reader: QuestionReader,
): AsyncGenerator<readonly ResourceId[]> {
  const chunk = 500;
  let after: ResourceId | null = null;
  while (question.length > 0) {
    const page: MatchingPage = await readMatches(caller, question, after, chunk + 1, reader);
    const ids = page.ids.slice(0, chunk);
    if (ids.length > 0) yield ids;
    after = page.ids.length > chunk ? (ids.at(-1) ?? null) : page.walkedTo;
    if (after === null) return;
  }
}
