import { pickText } from '../../model/pick-language.ts';

type ConceptText = {
  readonly type: string;
  readonly language: string | null;
  readonly text: string;
};

/**
 * Returns the preferred label of a concept in the first language in which it has one.
 * @param languages preferred first
 * @returns null if it has no preferred label
 */
export function pickPreferredLabel(
  values: readonly ConceptText[],
  languages: readonly string[],
): string | null {
  return pickText(preferredLabels(values), languages);
}

/** The preferred labels of a concept by language. */
export function preferredLabels(values: readonly ConceptText[]): Readonly<Record<string, string>> {
  const labels = values.filter(({ type }) => type === 'prefLabel');
  return Object.fromEntries(labels.map(({ language, text }) => [language ?? '', text]));
}
