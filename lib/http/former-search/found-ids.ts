import type { ResourceId } from '../../model/ids.ts';
import type { Question } from '../../model/questions/question.ts';
import { readMatchingPage } from '../../questions/read-matching-page.ts';
import type { MatchReader } from '../../questions/run-question.ts';
import { refuse } from './json-parameter.ts';

/** The most resource instances that pages with numbers have, as in the reference platform. */
export const maxNumbered = 10_000;

/** How often a walk through the models is continued for one page. */
const maxWalks = 5;

/**
 * Finds the first resource instances of a search, in the order of their ids: one more than pages with numbers have, if there are so many.
 * @throws InvalidInput if so many would have to be compared that the list could not be complete
 */
export async function findNumberedIds(
  reader: MatchReader,
  question: Question,
): Promise<readonly ResourceId[]> {
  const ids: ResourceId[] = [];
  let after: ResourceId | null = null;
  for (let walk = 0; walk < maxWalks; walk += 1) {
    const limit = maxNumbered + 1 - ids.length;
    const page: Awaited<ReturnType<typeof readMatchingPage>> = await readMatchingPage(
      reader,
      question,
      after,
      limit,
    );
    ids.push(...page.ids);
    if (page.next === null || ids.length > maxNumbered) return ids;
    after = page.next;
  }
  return refuse(
    'advanced-search',
    'too many resource instances would have to be compared. Add a model, a text or a place to the search.',
  );
}
