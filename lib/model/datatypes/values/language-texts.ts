import { languageLiteral } from '../../../rdf/terms.ts';
import { lookUpLanguage } from '../../pick-language.ts';
import type { FromRdfContext, NormaliseContext, ReadResult, TextLanguage } from '../datatype.ts';
import { isObject, type JsonObject } from './json-values.ts';

/** The text of a member of a per-language value, which some data hold without its direction; undefined where it holds none. */
export function languageEntryText(member: unknown): string | null | undefined {
  const text = isObject(member) ? member['value'] : member;
  return typeof text === 'string' || text === null ? text : undefined;
}

/** The language of a tag as it can be written in RDF; undefined where the tag cannot be mended. */
export function rdfLanguageTag(tag: string): string | undefined {
  return languageLiteral('', tag).language;
}

/** Whether a value is a text by language, `{"en": {"value": "…", "direction": "ltr"}}`, every member of which is understood. */
export function isTextByLanguage(value: unknown): value is JsonObject {
  return (
    isObject(value) &&
    Object.entries(value).every(
      ([tag, member]) =>
        rdfLanguageTag(tag) !== undefined && languageEntryText(member) !== undefined,
    )
  );
}

/** The languages of a value that have a text, in the order in which they are stored. */
export function nonEmptyTexts(
  value: JsonObject,
): readonly { readonly tag: string; readonly text: string }[] {
  return Object.entries(value).flatMap(([tag, member]) => {
    const text = languageEntryText(member);
    return typeof text === 'string' && text !== '' ? [{ tag, text }] : [];
  });
}

/** A text as a document has it. */
export type TextInLanguage = { readonly text: string; readonly language: string | null };

const sameTag = (one: string, other: string): boolean =>
  one.replaceAll('_', '-').toLowerCase() === other.replaceAll('_', '-').toLowerCase();

/**
 * The value that texts of a document stand for: one for each language, or plain.
 *
 * A plain text stays plain while the document says the same, in whatever language; so does a text that comes alone and
 * without a language, unless what is stored is kept by language: then it is in the language of such texts, or in the nearest that
 * is stored. Of each language that is stored, the spelling of its tag and the direction are kept.
 * @param texts at least one
 */
export function readLanguageTexts(
  texts: readonly TextInLanguage[],
  context: FromRdfContext,
): ReadResult {
  const [only, another] = texts;
  const { stored } = context;
  if (only !== undefined && another === undefined) {
    const isPlain = only.language === null && !(isObject(stored) && isTextByLanguage(stored));
    if (isPlain || only.text === stored) return { kind: 'value', value: only.text };
  }
  return readByLanguage(texts, stored, context);
}

/** A plain text in the form in which a model stores texts. Anything else stays as it is. */
export function toStoredText(
  value: unknown,
  { textLanguage, stored }: Pick<NormaliseContext, 'textLanguage' | 'stored'>,
): unknown {
  if (typeof value !== 'string' || textLanguage === null) return value;
  const reading = readByLanguage([{ text: value, language: null }], stored, textLanguage);
  return reading.kind === 'value' ? reading.value : value;
}

function readByLanguage(
  texts: readonly TextInLanguage[],
  stored: unknown,
  { language, directionOf }: TextLanguage,
): ReadResult {
  const known = isTextByLanguage(stored) ? stored : {};
  const read = new Map<string, { readonly text: string; readonly member: unknown }>();
  for (const { text, language: given } of texts) {
    const asked = given ?? lookUpLanguage(Object.keys(known), language) ?? language;
    const tag = [...read.keys(), ...Object.keys(known)].find((tag) => sameTag(tag, asked)) ?? asked;
    const before = read.get(tag);
    if (before !== undefined && before.text !== text) {
      return {
        kind: 'problem',
        message: `Two texts are in the language ${tag}; a value has one text in each.`,
      };
    }
    read.set(tag, { text, member: memberOf(known[tag], text, directionOf(tag)) });
  }
  return {
    kind: 'value',
    value: Object.fromEntries([...read].map(([tag, { member }]) => [tag, member])),
  };
}

function memberOf(stored: unknown, text: string, direction: 'ltr' | 'rtl'): unknown {
  if (stored !== undefined && languageEntryText(stored) === text) return stored;
  return isObject(stored) ? { direction, ...stored, value: text } : { value: text, direction };
}
