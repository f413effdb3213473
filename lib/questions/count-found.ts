import type { ResourceId } from '../model/ids.ts';
import type { Question } from '../model/questions/question.ts';
import { countMatches, type CountedMatches } from '../queries/questions/counted-matches.ts';
import { runQuestion, type MatchReader } from './run-question.ts';

/** The largest exact count. */
export const maxCount = 10_000;

/** The most calls of one count. A question that no index narrows compares 20,000 resource instances in each. */
export const maxCallsOfCount = 5;

/** A count of resource instances. */
export type FoundCount = {
  readonly count: number;
  /** Whether there are no more. */
  readonly isExact: boolean;
};

/**
 * Counts the visible resource instances that a question finds: exactly to 10,000, otherwise at least so many.
 * @rule Searching by values: How far does a count go?
 * @throws InvalidInput for a question that is too large; IndexFilling; TooManyGrants
 */
export async function countFound(reader: MatchReader, question: Question): Promise<FoundCount> {
  if (question.length === 0) return { count: 0, isExact: true };
  let count = 0;
  let after: ResourceId | null = null;
  for (let calls = 0; calls < maxCallsOfCount; calls += 1) {
    const position: ResourceId | null = after;
    const { count: ofCall, countedTo }: CountedMatches = await runQuestion(reader, () =>
      countMatches(reader.caller, question, position),
    );
    count += ofCall;
    if (count > maxCount) return { count: maxCount, isExact: false };
    if (countedTo === null) return { count, isExact: true };
    after = countedTo;
  }
  return { count, isExact: false };
}
