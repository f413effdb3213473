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
  const english = await readMessageFile('en');
  const keys = Object.keys(english);
  const lines = await Promise.all(
    Object.keys(wordLanguages).map(async (language) => {
      const messages = { ...english, ...(await readMessageFile(language)) };
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
    return writeProperty(
      key,
      [...kinds].map(([name, kind]) => `readonly ${name}: '${kind}'`),
    );
  });
  return `${header}// oxlint-disable max-lines

/** The values of each message, by key, and what each of them is. */
export type MessageValues = {
${lines.join('')}};
`;
}

const maxLineLength = 100;

/** Writes a property of the type as the formatter does. */
function writeProperty(key: string, values: readonly string[]): string {
  if (values.length === 0) return `  readonly '${key}': {};\n`;
  const line = `  readonly '${key}': { ${values.join('; ')} };`;
  if (line.length <= maxLineLength) return `${line}\n`;
  return `  readonly '${key}': {\n${values.map((value) => `    ${value};\n`).join('')}  };\n`;
}
