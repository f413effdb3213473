import type { ResourceId } from '../model/ids.ts';
import type { Question } from '../model/questions/question.ts';
import { findMatchingIds } from '../queries/questions/matching-ids.ts';
import { runQuestion, type MatchReader } from './run-question.ts';

/** A page of the visible resource instances that a question finds, in the order of their ids. */
export type MatchingIds = {
  readonly ids: readonly ResourceId[];
  /** The id after which the next page begins; null if there is none. */
  readonly next: ResourceId | null;
};

/**
 * Reads a page of the resource instances that a question finds. It can be shorter than its limit and have a next one, because the work of a
 * call is bounded.
 * @throws InvalidInput for a question that is too large; IndexFilling; TooManyGrants
 */
export async function readMatchingPage(
  reader: MatchReader,
  question: Question,
  after: ResourceId | null,
  limit: number,
): Promise<MatchingIds> {
  // No model has all nodes.
  if (question.length === 0) return { ids: [], next: null };
  const page = await runQuestion(reader, () =>
    findMatchingIds(reader.caller, question, after, limit + 1),
  );
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
