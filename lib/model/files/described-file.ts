import { isTextByLanguage, listNonEmptyTexts } from '../datatypes/values/language-texts.ts';
import { formatAsText, isObject } from '../datatypes/values/json-values.ts';
import type { LocalizedText } from '../pick-language.ts';

/** A file as an element of a value describes it. Its texts are null if it has none. */
export type DescribedFile = {
  /** In lower case; empty without one. */
  readonly fileId: string;
  /** Its name; without one its address, which may be empty. */
  readonly name: string;
  readonly address: string;
  /** Whether it calls itself a picture. */
  readonly isPicture: boolean;
  readonly title: LocalizedText | null;
  /** What stands for a picture that is not seen. */
  readonly altText: LocalizedText | null;
  readonly description: LocalizedText | null;
  /** Who is to be named with it. */
  readonly attribution: LocalizedText | null;
};

/**
 * Reads an element of a value of files.
 * @returns undefined if it is no object
 */
export function describeFile(element: unknown): DescribedFile | undefined {
  if (!isObject(element)) return undefined;
  const { file_id: id, name, url, type, title, altText, description, attribution } = element;
  const address = formatAsText(url) ?? '';
  return {
    fileId: typeof id === 'string' ? id.toLowerCase() : '',
    name: formatAsText(name) ?? address,
    address,
    isPicture: typeof type === 'string' && type.toLowerCase().startsWith('image/'),
    title: readText(title),
    altText: readText(altText),
    description: readText(description),
    attribution: readText(attribution),
  };
}

/** Reads a text by language, or a plain one. Empty texts are none. */
function readText(value: unknown): LocalizedText | null {
  if (typeof value === 'string') return value === '' ? null : value;
  if (!isTextByLanguage(value)) return null;
  const texts = listNonEmptyTexts(value);
  return texts.length === 0 ? null : Object.fromEntries(texts.map(({ tag, text }) => [tag, text]));
}
