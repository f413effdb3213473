import { IntlMessageFormat } from 'intl-messageformat';

import type { Html } from '../layout/html.ts';
import { wordLanguages, type WordLanguageTag } from './languages.ts';
import { messageKeys, messageTexts } from './messages.generated.ts';

/** What a message consists of: texts, and the HTML of its values and tags. */
export type MessageParts = readonly (string | Html)[];

export type MessageValue = string | number | Html | ((parts: MessageParts) => Html);

type Messages = {
  readonly format: (
    key: string,
    values: Readonly<Record<string, MessageValue>> | undefined,
  ) => MessageParts;
  /** The messages whose keys begin with the name of a page, by key. */
  readonly messagesOf: (page: string) => Readonly<Record<string, string>>;
};

/** A message with these has values, tags or quotes. */
const syntax = /[{<']/;

/**
 * Reads the messages of a language. A message is parsed when it is first used.
 * Source: ICU User Guide, Formatting Messages.
 */
export function readMessages(language: WordLanguageTag): Messages {
  const { locale, direction } = wordLanguages[language];
  const texts = parseTexts(language);
  const formats = new Map<string, IntlMessageFormat>();
  const format: Messages['format'] = (key, values = {}) => {
    const text = texts.get(key);
    if (text === undefined) throw new Error(`There is no message ${key} in ${language}.`);
    if (!syntax.test(text)) return [text];
    const message = formats.get(key) ?? new IntlMessageFormat(text, locale);
    formats.set(key, message);
    const parts = message.formatToParts<Html>(
      direction === 'rtl' ? isolateTexts(values) : { ...values },
    );
    return parts.map(({ value }) => value);
  };
  return {
    format,
    messagesOf: (page) =>
      Object.fromEntries([...texts].filter(([key]) => key.startsWith(`${page}.`))),
  };
}

function parseTexts(language: WordLanguageTag): ReadonlyMap<string, string> {
  const keys: readonly string[] = JSON.parse(messageKeys);
  const texts: readonly string[] = JSON.parse(messageTexts[language]);
  return new Map(keys.map((key, index) => [key, texts[index] ?? '']));
}

/** Keeps texts in Latin letters from reordering the sentence around them (Unicode Bidirectional Algorithm, FSI and PDI). */
const isolateTexts = (
  values: Readonly<Record<string, MessageValue>>,
): Record<string, MessageValue> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? `\u2068${value}\u2069` : value,
    ]),
  );
