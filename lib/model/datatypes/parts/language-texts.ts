import { languageLiteral } from '../../../rdf/terms.ts';
import { isObject, type JsonObject } from './values.ts';

/** The text of a member of a per-language value, which some data hold without its direction; undefined where it holds none. */
export function memberText(member: unknown): string | null | undefined {
  const text = isObject(member) ? member['value'] : member;
  return typeof text === 'string' || text === null ? text : undefined;
}

/** The language of a tag as it can be written in RDF; undefined where the tag cannot be mended. */
export function languageOf(tag: string): string | undefined {
  return languageLiteral('', tag).language;
}

/** Whether a value is a text by language, `{"en": {"value": "…", "direction": "ltr"}}`, every member of which is understood. */
export function isPerLanguage(value: unknown): value is JsonObject {
  return (
    isObject(value) &&
    Object.entries(value).every(
      ([tag, member]) => languageOf(tag) !== undefined && memberText(member) !== undefined,
    )
  );
}

/** The languages of a value that have a text, in the order in which they are stored. */
export function writtenTexts(
  value: JsonObject,
): readonly { readonly tag: string; readonly text: string }[] {
  return Object.entries(value).flatMap(([tag, member]) => {
    const text = memberText(member);
    return typeof text === 'string' && text !== '' ? [{ tag, text }] : [];
  });
}
