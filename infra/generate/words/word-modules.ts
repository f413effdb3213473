import { readFile } from 'node:fs/promises';

import { IntlMessageFormat } from 'intl-messageformat';

import { wordLanguages } from '../../../lib/pages/words/languages.ts';
import { listMessageValues } from './message-values.ts';

type Messages = Readonly<Record<string, string>>;

const header = '// Written by `npm run generate` from lib/words.\n';

const folder = new URL('../../../lib/words/', import.meta.url);

/** Reads the messages of a language, by key. */
export async function readMessageFile(language: string): Promise<Messages> {
  return JSON.parse(await readFile(new URL(`${language}.json`, folder), 'utf8'));
}

/** Writes the module with the texts of all languages: strings of JSON, so that a process parses only those that it needs. */
export async function writeMessagesModule(): Promise<string> {
  const keys = Object.keys(await readMessageFile('en'));
  const lines = await Promise.all(
    Object.keys(wordLanguages).map(async (language) => {
      const messages = await readMessageFile(language);
      return `  ${language}: ${quote(keys.map((key) => messages[key] ?? ''))},\n`;
    }),
  );
  return `${header}
/** The keys of all messages, as JSON. */
export const messageKeys =
  ${quote(keys)};

/** The messages of each language in the order of the keys, as JSON. */
export const messageTexts = {
${lines.join('')}} as const;
`;
}

const quote = (texts: readonly string[]): string =>
  `'${JSON.stringify(texts).replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** Writes the module with the types of the values of each message. */
export async function writeMessageValuesModule(): Promise<string> {
  const messages = await readMessageFile('en');
  const lines = Object.entries(messages).map(([key, text]) => {
    const kinds = listMessageValues(new IntlMessageFormat(text, 'en').getAst());
    const values = [...kinds].map(([name, kind]) => ` readonly ${name}: '${kind}'`);
    return `  readonly '${key}': ${values.length === 0 ? '{}' : `{${values.join(';')} }`};\n`;
  });
  return `${header}// oxlint-disable max-lines

/** The values of each message, by key, and what each of them is. */
export type MessageValues = {
${lines.join('')}};
`;
}
