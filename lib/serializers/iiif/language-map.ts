import type { LocalizedText } from '../../model/pick-language.ts';

/** Texts by language tag, as IIIF has them; `none` for a text without a language. */
export type LanguageMap = Readonly<Record<string, readonly string[]>>;

/** Converts a text into a language map. @returns undefined without a text */
export function toLanguageMap(text: LocalizedText | null): LanguageMap | undefined {
  if (typeof text === 'string') return { none: [text] };
  const entries = Object.entries(text ?? {}).flatMap(([tag, entry]) =>
    entry === null || entry === '' ? [] : [[tag.replaceAll('_', '-'), [entry]] as const],
  );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Joins language maps; each text is there once for its language. */
export function joinLanguageMaps(maps: readonly LanguageMap[]): LanguageMap {
  const byLanguage = Map.groupBy(maps.flatMap(Object.entries<readonly string[]>), ([tag]) => tag);
  return Object.fromEntries(
    [...byLanguage].map(([tag, entries]) => [
      tag,
      [...new Set(entries.flatMap(([, texts]) => texts))],
    ]),
  );
}
