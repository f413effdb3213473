import type { ResourceId } from '../model/ids.ts';
import { maxCountedRecords, type Facet } from '../model/questions/facets.ts';
import type { Question } from '../model/questions/question.ts';
import { countFacets, type FacetCounts } from '../queries/questions/facet-counts.ts';
import { findWholeMatches, type WholeMatches } from '../queries/questions/whole-matches.ts';
import { maxCallsOfCount } from './count-found.ts';
import { runQuestion, type MatchReader } from './run-question.ts';

/** Counts of facets, and of the resource instances whose values were counted. */
export type CountedFacets = {
  readonly counts: FacetCounts;
  readonly counted: number;
  /** Whether the question finds no others. */
  readonly isComplete: boolean;
};

/**
 * Counts the values of the first 10,000 visible resource instances that a question finds, in the order of their ids.
 * @rule Searching by values: Of how many resource instances does a facet count the values?
 * @param question at least one model
 * @throws InvalidInput for a question that is too large; IndexFilling; TooManyGrants
 */
export async function countFacetsOfFound(
  reader: MatchReader,
  question: Question,
  facets: readonly Facet[],
): Promise<CountedFacets> {
  const ofCall = await countFacetsInOneCall(reader, question, facets);
  if (ofCall !== undefined) return ofCall;
  // Few of the many compared ones are meant.
  const { ids, isComplete } = await findFirst(reader, question);
  const { counts } = await count(
    reader,
    [{ graphIds: null, condition: { kind: 'ids', ids } }],
    facets,
  );
  return { counts, counted: counts.found, isComplete };
}

/**
 * Counts as `countFacetsOfFound` does, with a single statement.
 * @returns undefined if one call cannot compare enough
 */
export async function countFacetsInOneCall(
  reader: MatchReader,
  question: Question,
  facets: readonly Facet[],
): Promise<CountedFacets | undefined> {
  const result = await count(reader, question, facets);
  const isEnough = result.counts.comparedTo === null || result.counts.found > maxCountedRecords;
  return isEnough ? result : undefined;
}

async function count(
  reader: MatchReader,
  question: Question,
  facets: readonly Facet[],
): Promise<CountedFacets> {
  const counts = await runQuestion(reader, () => countFacets(reader.caller, question, facets));
  return {
    counts,
    counted: Math.min(counts.found, maxCountedRecords),
    isComplete: counts.comparedTo === null && counts.found <= maxCountedRecords,
  };
}

/** The ids of the first resource instances that a question finds, call by call. */
async function findFirst(
  reader: MatchReader,
  question: Question,
): Promise<{ readonly ids: readonly ResourceId[]; readonly isComplete: boolean }> {
  const ids: ResourceId[] = [];
  let after: ResourceId | null = null;
  for (let calls = 0; calls < maxCallsOfCount; calls += 1) {
    const position: ResourceId | null = after;
    const found: WholeMatches = await runQuestion(reader, () =>
      findWholeMatches(reader.caller, question, position, maxCountedRecords + 1),
    );
    ids.push(...found.ids);
    if (ids.length > maxCountedRecords) break;
    if (found.comparedTo === null) return { ids, isComplete: true };
    after = found.comparedTo;
  }
  return { ids: ids.slice(0, maxCountedRecords), isComplete: false };
}
