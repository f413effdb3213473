import { languageLiteral } from '../../../rdf/terms.ts';
import { lookUpLanguage } from '../../pick-language.ts';
import type { FromRdfContext, NormaliseContext, ReadResult, TextLanguage } from '../datatype.ts';
import { isObject, type JsonObject } from './json-values.ts';

/** Returns the text of one language entry, which some data store as a plain text; undefined if it has none. */
export function languageEntryText(entry: unknown): string | null | undefined {
  const text = isObject(entry) ? entry['value'] : entry;
  return typeof text === 'string' || text === null ? text : undefined;
}

/** Returns a valid RDF language tag; undefined if the tag cannot be corrected. */
export function rdfLanguageTag(tag: string): string | undefined {
  return languageLiteral('', tag).language;
}

/** Whether a value is a text by language, `{"en": {"value": "…", "direction": "ltr"}}`, without unknown parts. */
export function isTextByLanguage(value: unknown): value is JsonObject {
  return (
    isObject(value) &&
    Object.entries(value).every(
      ([tag, entry]) => rdfLanguageTag(tag) !== undefined && languageEntryText(entry) !== undefined,
    )
  );
}

/** Returns the texts that are not empty, in stored order. */
export function listNonEmptyTexts(
  value: JsonObject,
): readonly { readonly tag: string; readonly text: string }[] {
  return Object.entries(value).flatMap(([tag, entry]) => {
    const text = languageEntryText(entry);
    return typeof text === 'string' && text !== '' ? [{ tag, text }] : [];
  });
}

export type TextInLanguage = { readonly text: string; readonly language: string | null };

const normaliseTag = (tag: string): string => tag.replaceAll('_', '-').toLowerCase();

/** Whether two language tags are equal. Letter case is ignored, and `_` is the same as `-`. */
export const isSameTag = (left: string, right: string): boolean =>
  normaliseTag(left) === normaliseTag(right);

/** Finds the tags that an earlier tag names in another spelling: `en-us` after `en-US`. */
export function findRepeatedTags(
  tags: readonly string[],
): readonly { readonly tag: string; readonly earlierTag: string }[] {
  return tags.flatMap((tag, index) => {
    const earlierTag = tags.slice(0, index).find((earlier) => isSameTag(earlier, tag));
    return earlierTag === undefined ? [] : [{ tag, earlierTag }];
  });
}

/**
 * Reads a text value, by language or plain, from the texts of a document.
 * A single text stays plain if it equals the stored plain text, or has no language and the stored value is not a
 * text by language. A text without a language gets the default language, or the closest stored one. The stored tag
 * spelling and direction of each language are kept.
 * @param texts at least one
 */
export function readLanguageTexts(
  texts: readonly TextInLanguage[],
  context: FromRdfContext,
): ReadResult {
  const [first, another] = texts;
  const { stored } = context;
  if (first !== undefined && another === undefined) {
    const isPlain = first.language === null && !(isObject(stored) && isTextByLanguage(stored));
    if (isPlain || first.text === stored) return { kind: 'value', value: first.text };
  }
  return readByLanguage(texts, stored, context);
}

/** Converts a plain text into the form in which the model stores texts. Other values stay unchanged. */
export function toStoredText(
  value: unknown,
  { textLanguage, stored }: Pick<NormaliseContext, 'textLanguage' | 'stored'>,
): unknown {
  if (typeof value !== 'string' || textLanguage === null) return value;
  const result = readByLanguage([{ text: value, language: null }], stored, textLanguage);
  return result.kind === 'value' ? result.value : value;
}

function readByLanguage(
  texts: readonly TextInLanguage[],
  stored: unknown,
  { language, directionOf }: TextLanguage,
): ReadResult {
  const storedEntries = isTextByLanguage(stored) ? stored : {};
  const entries = new Map<string, { readonly text: string; readonly entry: unknown }>();
  for (const { text, language: languageOfText } of texts) {
    const requestedTag =
      languageOfText ?? lookUpLanguage(Object.keys(storedEntries), language) ?? language;
    const tag =
      [...entries.keys(), ...Object.keys(storedEntries)].find((tag) =>
        isSameTag(tag, requestedTag),
      ) ?? requestedTag;
    const earlierEntry = entries.get(tag);
    if (earlierEntry !== undefined && earlierEntry.text !== text) {
      return {
        kind: 'problem',
        message: `There are two texts in the language ${tag}: give one for each language.`,
      };
    }
    entries.set(tag, { text, entry: toEntry(storedEntries[tag], text, directionOf(tag)) });
  }
  return {
    kind: 'value',
    value: Object.fromEntries([...entries].map(([tag, { entry }]) => [tag, entry])),
  };
}

function toEntry(stored: unknown, text: string, direction: 'ltr' | 'rtl'): unknown {
  if (stored !== undefined && languageEntryText(stored) === text) return stored;
  return isObject(stored) ? { direction, ...stored, value: text } : { value: text, direction };
}

const rightToLeftLanguages = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi']);

/** Returns the direction in which a language is written. @param language its tag */
export function textDirection(language: string): 'ltr' | 'rtl' {
  return rightToLeftLanguages.has(language.toLowerCase().split(/[-_]/)[0] ?? '') ? 'rtl' : 'ltr';
}
