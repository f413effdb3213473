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

function baseLanguage(tag: string): string {
  return tag.toLowerCase().split('-')[0] ?? '';
}

function isSameLanguage(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}

function languageWeight(tag: string, language: string, defaultLanguage: string): number {
  if (isSameLanguage(tag, language)) return 10;
  if (baseLanguage(tag) === baseLanguage(language)) return 5;
  if (isSameLanguage(tag, defaultLanguage)) return 3;
  if (baseLanguage(tag) === baseLanguage(defaultLanguage)) return 2;
  return 1;
}

function typeWeight(type: string): number {
  if (type === 'prefLabel') return 10;
  return type === 'altLabel' ? 4 : 1;
}

/**
 * Chooses the label by which a concept is shown and sorted, with the weights of the API of Arches: the label with the highest
 * product of type weight (prefLabel 10, altLabel 4, others 1) and language weight (requested 10, same base 5, default 3,
 * default base 2, others 1). Among equal weights it is the first in value order.
 * @param language the requested tag
 * @returns undefined if the concept has no label
 */
export function pickBestLabel(
  values: readonly ConceptValueRow[],
  language: string,
  defaultLanguage: string,
): ConceptValueRow | undefined {
  let best: ConceptValueRow | undefined;
  let bestWeight = 0;
  for (const value of values.toSorted(compareConceptValues)) {
    const weight =
      typeWeight(value.type) * languageWeight(value.language, language, defaultLanguage);
    if (value.category !== 'label' || weight <= bestWeight) continue;
    best = value;
    bestWeight = weight;
  }
  return best;
}
