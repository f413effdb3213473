import type { LabelLanguages } from '../../model/concepts/label-languages.ts';
import { compareTags, languageRank } from '../../model/pick-language.ts';
import { oncePerProcess } from '../../once-per-process.ts';
import type { ConceptValueRow } from '../../queries/concepts/concept-rows.ts';

/** The categories and value types, in the order in which documents list them. Others follow. */
const categories = ['label', 'note', 'notation', 'image', 'identifiers'];
const types = ['prefLabel', 'altLabel', 'hiddenLabel', 'title', 'scopeNote', 'definition'];

/**
 * English has the order of the root locale of Unicode: letter case and accents count last. Without a locale, or with `und`, Node uses
 * the locale of the machine.
 */
const naturalCollator = oncePerProcess(() => new Intl.Collator('en', { numeric: true }));

function rank(names: readonly string[], name: string): number {
  const index = names.indexOf(name);
  return index === -1 ? names.length : index;
}

function compareCodeUnits(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/**
 * Orders the values of a concept: labels, notes, then the rest; in each category by importance of the type,
 * language tag and value id.
 * @rule Thesaurus: How are concepts and their labels ordered?
 */
export function compareConceptValues(left: ConceptValueRow, right: ConceptValueRow): number {
  return (
    rank(categories, left.category) - rank(categories, right.category) ||
    compareCodeUnits(left.category, right.category) ||
    rank(types, left.type) - rank(types, right.type) ||
    compareCodeUnits(left.type, right.type) ||
    compareCodeUnits(left.language, right.language) ||
    compareCodeUnits(left.id, right.id)
  );
}

/** Compares texts in natural order: digits compare as numbers, so that `2nd` comes before `10th`. */
export function compareNaturally(left: string, right: string): number {
  return naturalCollator().compare(left, right) || compareCodeUnits(left, right);
}

function typeWeight(type: string): number {
  if (type === 'prefLabel') return 10;
  return type === 'altLabel' ? 4 : 1;
}

/**
 * Chooses the label by which a concept is shown and sorted, with the weights of the API of Arches: the label with the highest
 * product of type weight (prefLabel 10, altLabel 4, others 1) and language weight (label-languages.ts). Among equal weights it is the one of
 * the more important type, then that in the preferred language, then the one with the lowest id.
 * @rule Thesaurus: How does `lang` choose a label?
 * @returns undefined if the concept has no label
 */
export function pickBestLabel(
  values: readonly ConceptValueRow[],
  { languages, languageWeights }: LabelLanguages,
): ConceptValueRow | undefined {
  const compareLanguages = compareTags(languages);
  const weightOf = ({ type, language }: ConceptValueRow): number =>
    typeWeight(type) * (languageWeights[languageRank(language, languages)] ?? 1);
  const [best] = values
    .filter(({ category }) => category === 'label')
    .toSorted(
      (left, right) =>
        weightOf(right) - weightOf(left) ||
        rank(types, left.type) - rank(types, right.type) ||
        compareLanguages(left.language, right.language) ||
        compareCodeUnits(left.id, right.id),
    );
  return best;
}
