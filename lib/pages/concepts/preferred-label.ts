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
  const labels = values.filter(({ type }) => type === 'prefLabel');
  return pickText(
    Object.fromEntries(labels.map(({ language, text }) => [language ?? '', text])),
    languages,
  );
}
