import { compareCodeUnits, compareTags, languageRank } from '../pick-language.ts';
import type { LabelLanguages } from './label-languages.ts';

/** The types of labels, the most important first. */
export const labelTypes: readonly string[] = ['prefLabel', 'altLabel', 'hiddenLabel'];

/** The weights of these types in the API of Arches, and that of a title and other labels at the end. */
export const labelTypeWeights: readonly number[] = [10, 4, 1, 1];

/** A label of a concept. */
type Label = {
  readonly id: string;
  readonly type: string;
  /** Empty for a label without a language. */
  readonly language: string;
};

/** The rank of the type of a label: from 0 (best). */
export function rankLabelType(type: string): number {
  const rank = labelTypes.indexOf(type);
  return rank === -1 ? labelTypes.length : rank;
}

/**
 * Orders the labels of a concept, the best first, as `labelOrderClause` does in SQL. The best is that with the highest product of the weights
 * of its type and its language (label-languages.ts). Of several it is the one of the more important type, then that in the preferred
 * language, then the one with the lowest id.
 * @rule Thesaurus: How does `lang` choose a label?
 */
export function compareLabels({
  languages,
  languageWeights,
}: LabelLanguages): (left: Label, right: Label) => number {
  const compareLanguages = compareTags(languages);
  const weightOf = ({ type, language }: Label): number =>
    (labelTypeWeights[rankLabelType(type)] ?? 1) *
    (languageWeights[languageRank(language, languages)] ?? 1);
  return (left, right) =>
    weightOf(right) - weightOf(left) ||
    rankLabelType(left.type) - rankLabelType(right.type) ||
    compareLanguages(left.language, right.language) ||
    compareCodeUnits(left.id, right.id);
}
