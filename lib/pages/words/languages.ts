import { lookUpLanguage, type PreferredLanguages } from '../../model/pick-language.ts';

type WordLanguage = {
  /** The language tag by whose rules dates, numbers and plurals are written. */
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
};

/** The languages of the words of pages, by tag. Each has a file in lib/words. */
export const wordLanguages = {
  en: { locale: 'en-GB', direction: 'ltr' },
  ar: { locale: 'ar', direction: 'rtl' },
  de: { locale: 'de', direction: 'ltr' },
  es: { locale: 'es', direction: 'ltr' },
  fr: { locale: 'fr', direction: 'ltr' },
  nl: { locale: 'nl', direction: 'ltr' },
} as const satisfies Readonly<Record<string, WordLanguage>>;

export type WordLanguageTag = keyof typeof wordLanguages;

const tags: readonly string[] = Object.keys(wordLanguages);

const isTag = (tag: string | undefined): tag is WordLanguageTag =>
  tag !== undefined && tags.includes(tag);

/**
 * Chooses the language of the words of a page.
 * @rule Requests: In which language are the words of a page?
 * @param languages those of the reader, preferred first, the default language last
 * @returns English if there are no words in any of them
 */
export function pickWordLanguage(languages: PreferredLanguages): WordLanguageTag {
  // Languages after the wildcard are refused.
  const wildcard = languages.indexOf('*');
  const accepted = wildcard === -1 ? languages : languages.slice(0, wildcard);
  return accepted.map((language) => lookUpLanguage(tags, language)).find(isTag) ?? 'en';
}
