/** The languages that sample texts are written in. */
type Language = 'en-US' | 'fr-FR' | 'es-ES' | 'de-DE' | 'ar-EG' | 'ja-JP';

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set<Language>(['ar-EG']);

/** A text by language tag. */
export type Texts = Readonly<Partial<Record<Language, string>>>;

/** A text in the two languages in which models and thesaurus are complete. */
export type Bilingual = { readonly 'en-US': string; readonly 'fr-FR': string };

/** A text in English and in French. */
export function bilingual(english: string, french: string): Bilingual {
  return { 'en-US': english, 'fr-FR': french };
}

/** The value of a string node as releases 7.x hold it: `{"en-US": {"value", "direction"}}`. */
export function stringValue(texts: Texts): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(texts).map(([language, value]) => [
      language,
      { value, direction: RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr' },
    ]),
  );
}
