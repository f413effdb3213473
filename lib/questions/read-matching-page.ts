import type { StatementReader } from '../data-api/chunks.ts';
import { maxStatementCharacters } from '../data-api/limits.ts';
import { runQuery, type RowsQuery } from '../data-api/query.ts';
import type { Caller } from '../model/accounts/caller.ts';
import type { ResourceId } from '../model/ids.ts';
import type { Question } from '../model/questions/question.ts';
import { TooManyAlternatives } from '../model/questions/tile-alternatives.ts';
import { findMatchingIds, type MatchingPage } from '../queries/questions/matching-ids.ts';
import {
  IndexFilling,
  TooManyGrants,
  questionTooLargeError,
  tooBroadError,
  tooManyRelatedError,
} from './errors.ts';

/** What reads the resource instances of a question. */
export type MatchReader = { readonly dataApi: StatementReader; readonly caller: Caller };

/** A page of the visible resource instances that a question finds, in the order of their ids. */
export type MatchingIds = {
  readonly ids: readonly ResourceId[];
  /** The id after which the next page begins; null if there is none. */
  readonly next: ResourceId | null;
};

/** @throws InvalidInput if the question is too large for one statement */
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
  throw questionTooLargeError();
}

/**
 * Reads a page of the resource instances that a question finds. It can be shorter than its limit and have a next one, because the work of a
 * call is bounded.
 * @throws InvalidInput for a question that is too large; IndexFilling; TooManyGrants
 */
export async function readMatchingPage(
  { dataApi, caller }: MatchReader,
  question: Question,
  after: ResourceId | null,
  limit: number,
): Promise<MatchingIds> {
  // No model has all nodes.
  if (question.length === 0) return { ids: [], next: null };
  const page = await runQuery(dataApi.read, toQuery(caller, question, after, limit + 1));
  if (page.filled !== null) throw new IndexFilling(page.filled);
  if (page.hasTooManyGrants) throw new TooManyGrants();
  if (page.isTooBroad) throw tooBroadError();
  if (page.isCut) throw tooManyRelatedError();
  const ids = page.ids.slice(0, limit);
  return { ids, next: page.ids.length > limit ? (ids.at(-1) ?? null) : page.walkedTo };
}

/**
 * Reads the resource instances that a question finds, in the order of their ids and call by call. A page can have none.
 * @param limits the most ids of the first page, and of each later one
 */
export async function* readMatchingPages(
  reader: MatchReader,
  question: Question,
  after: ResourceId | null,
  limits: { readonly first: number; readonly others: number },
): AsyncGenerator<MatchingIds> {
  let limit = limits.first;
  for (let position = after; ;) {
    const page = await readMatchingPage(reader, question, position, limit);
    yield page;
    if (page.next === null) return;
    position = page.next;
    limit = limits.others;
  }
}
