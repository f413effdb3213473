import type { PreferredLanguages } from '../../model/pick-language.ts';
import { oncePerProcess } from '../../once-per-process.ts';
import { html, type Html } from '../layout/html.ts';
import { createFormats, type Formats } from './formats.ts';
import { pickWordLanguage, wordLanguages, type WordLanguageTag } from './languages.ts';
import type { MessageValues } from './message-values.generated.ts';
import { readMessages, type MessageParts, type MessageValue } from './messages.ts';

type MessageKey = keyof MessageValues;

/** The values of a message: `Tag` stands for its tags. */
type ValuesOf<Key extends MessageKey, Text, Tag> = {
  readonly [Name in keyof MessageValues[Key]]: MessageValues[Key][Name] extends 'number'
    ? number
    : MessageValues[Key][Name] extends 'tag'
      ? Tag
      : Text;
};

/** The values as an argument, which a message without values does not have. */
type Argument<Values> = keyof Values extends never ? [] : [values: Values];

/** The messages without values. */
export type PlainKey = {
  [Key in MessageKey]: keyof MessageValues[Key] extends never ? Key : never;
}[MessageKey];

/** The words of pages in one language, and how it writes numbers and times. */
export type Words = Formats & {
  readonly language: WordLanguageTag;
  /** The language tag by whose rules dates, numbers and plurals are written. */
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  /** A message as a text. */
  readonly text: <Key extends MessageKey>(
    key: Key,
    ...values: Argument<ValuesOf<Key, string, never>>
  ) => string;
  /** A message as HTML: texts are escaped, and a tag becomes what its function makes of its content. */
  readonly html: <Key extends MessageKey>(
    key: Key,
    ...values: Argument<ValuesOf<Key, string | Html, (content: Html) => Html>>
  ) => Html;
  /** The messages as the file has them whose keys begin with the name of a page, for its script. */
  readonly messagesOf: (page: string) => Readonly<Record<string, string>>;
};

const wordsByLanguage = oncePerProcess(() => new Map<WordLanguageTag, Words>());

/**
 * Returns the words of pages in the language that fits a reader best. A process reads them when a reader first needs them.
 * @param languages those of the reader, preferred first, the default language last
 */
export function createWords(languages: PreferredLanguages): Words {
  const language = pickWordLanguage(languages);
  const words = wordsByLanguage().get(language) ?? readWords(language);
  wordsByLanguage().set(language, words);
  return words;
}

function readWords(language: WordLanguageTag): Words {
  const { locale, direction } = wordLanguages[language];
  const { format, messagesOf } = readMessages(language);
  return {
    language,
    locale,
    direction,
    ...createFormats(locale),
    text: (key, ...[values]) => format(key, values).join(''),
    html: (key, ...[values]) => joinParts(format(key, withHtmlTags(values ?? {}))),
    messagesOf,
  };
}

const joinParts = (parts: MessageParts): Html => html`${parts.map((part) => html`${part}`)}`;

/** Gives functions of tags their content as HTML. */
function withHtmlTags(
  values: Readonly<Record<string, string | number | Html | ((content: Html) => Html)>>,
): Readonly<Record<string, MessageValue>> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'function' ? (parts: MessageParts) => value(joinParts(parts)) : value,
    ]),
  );
}
