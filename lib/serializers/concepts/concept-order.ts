import { compareCodeUnits } from '../../model/pick-language.ts';
import type { LabelLanguages } from '../../model/concepts/label-languages.ts';
import { compareLabels, labelTypes } from '../../model/concepts/label-order.ts';
import { oncePerProcess } from '../../once-per-process.ts';
import type { ConceptValueRow } from '../../queries/concepts/concept-rows.ts';

/** The categories and value types, in the order in which documents list them. Others follow. */
const categories = ['label', 'note', 'notation', 'image', 'identifiers'];
const types = [...labelTypes, 'title', 'scopeNote', 'definition'];

/**
 * English has the order of the root locale of Unicode: letter case and accents count last. Without a locale, or with `und`, Node uses
 * the locale of the machine.
 */
const naturalCollator = oncePerProcess(() => new Intl.Collator('en', { numeric: true }));

function rank(names: readonly string[], name: string): number {
  const index = names.indexOf(name);
  return index === -1 ? names.length : index;
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

/** Returns the label by which a concept is shown and sorted; undefined if it has none. */
export function pickBestLabel(
  values: readonly ConceptValueRow[],
  languages: LabelLanguages,
): ConceptValueRow | undefined {
  const [best] = values
    .filter(({ category }) => category === 'label')
    .toSorted(compareLabels(languages));
  return best;
}
