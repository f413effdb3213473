import {
  pickTextInLanguage,
  type LocalizedText,
  type PreferredLanguages,
} from '../../model/pick-language.ts';
import { html, type Html } from '../layout/html.ts';
import type { Words } from './words.ts';

/**
 * Shows a text of the data in a language of the reader. If this is not the language of the page, the text says which one it is
 * (WCAG 2.2, section 3.1.2).
 * @param fallback what to show without a text
 * @param languages those of the reader, preferred first
 */
export function textInLanguage(
  text: LocalizedText | null,
  fallback: string,
  languages: PreferredLanguages,
  words: Words,
): Html {
  const picked = pickTextInLanguage(text, languages);
  if (picked === null) return html`${fallback}`;
  const tag = foreignTag(picked.language, words);
  return tag === undefined ? html`${picked.text}` : html`<span lang="${tag}">${picked.text}</span>`;
}

/** The tag of a language for the attribute `lang`; undefined if it is the language of the page, or unknown. */
export function foreignTag(language: string | undefined, words: Words): string | undefined {
  const tag = language?.replaceAll('_', '-') ?? '';
  if (!tagPattern.test(tag)) return undefined;
  return tag.split('-')[0]?.toLowerCase() === words.language ? undefined : tag;
}

/** A tag as BCP 47 has it; other names of languages mean nothing to browsers. */
const tagPattern = /^[a-z]{2,8}(?:-[a-z\d]{1,8})*$/i;
