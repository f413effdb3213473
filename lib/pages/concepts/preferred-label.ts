import { pickText } from '../../model/pick-language.ts';

type Value = { readonly type: string; readonly language: string | null; readonly text: string };

/**
 * The preferred label of a concept in the first of the languages that it has.
 * @param languages preferred first
 * @returns null if it has no preferred label
 */
export function preferredLabel(
  values: readonly Value[],
  languages: readonly string[],
): string | null {
  const labels = values.filter(({ type }) => type === 'prefLabel');
  return pickText(
    Object.fromEntries(labels.map(({ language, text }) => [language ?? '', text])),
    languages,
  );
}
