import { runQuery } from '../data-api/query.ts';
import type { LabelLanguages } from '../model/concepts/label-languages.ts';
import { searchConcepts } from '../queries/concepts/search-concepts.ts';
import { findSuggestedTexts, type SuggestedText } from '../queries/questions/suggested-texts.ts';
import { findUsedConcepts, type UsedConcept } from '../queries/questions/used-concepts.ts';
import { runQuestion, type MatchReader } from './run-question.ts';

/** Texts and concepts with some words, each with a node in which at least one visible resource instance has it. */
export type ValueSuggestions = {
  readonly texts: readonly SuggestedText[];
  readonly concepts: readonly UsedConcept[];
};

export type SuggestionOptions = LabelLanguages & {
  /** The models in which values are suggested; null for all. */
  readonly graphIds: readonly string[] | null;
  readonly maxTexts: number;
  readonly maxConcepts: number;
};

/** The most concepts with such a label, the best first, of which the used ones are found. */
const maxLabelled = 100;

/**
 * Finds the texts and concepts of readable values that begin with words or have them from a later word on, in any language.
 * @rule Searching by values: What is suggested for the beginning of words?
 * @throws IndexFilling; TooManyGrants
 */
export async function findValueSuggestions(
  reader: MatchReader,
  words: string,
  options: SuggestionOptions,
): Promise<ValueSuggestions> {
  const { graphIds, maxTexts } = options;
  if (!/[\p{L}\p{N}]/u.test(words)) return { texts: [], concepts: [] };
  // One after the other: the first read finds out whether conditions and the token of the caller are refused.
  const { texts } = await runQuestion(reader, () =>
    findSuggestedTexts(reader.caller, words, graphIds, maxTexts),
  );
  return { texts, concepts: await findConcepts(reader, words, options) };
}

async function findConcepts(
  { dataApi, caller }: MatchReader,
  words: string,
  { languages, languageWeights, graphIds, maxConcepts }: SuggestionOptions,
): Promise<readonly UsedConcept[]> {
  const { mayReadThesaurus, concepts } = await runQuery(
    dataApi.read,
    searchConcepts(caller, {
      text: words,
      languages,
      languageWeights,
      scheme: undefined,
      collection: undefined,
      after: '',
      limit: maxLabelled,
    }),
  );
  if (!mayReadThesaurus) return [];
  const ids = concepts.flatMap(({ id, match }) => (match === 'similar' ? [] : [id]));
  return ids.length === 0
    ? []
    : runQuery(dataApi.read, findUsedConcepts(caller, ids, graphIds, maxConcepts));
}
