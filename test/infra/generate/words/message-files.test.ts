import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';

import {
  listMessageValues,
  type MessageElement,
} from '../../../../infra/generate/words/message-values.ts';
import { readMessageFile } from '../../../../infra/generate/words/word-modules.ts';
import { wordLanguages } from '../../../../lib/pages/words/languages.ts';

const english = await readMessageFile('en');

const files = await Promise.all(
  Object.entries(wordLanguages).map(async ([language, { locale }]) => ({
    language,
    locale,
    messages: await readMessageFile(language),
  })),
);

const parse = (text: string): readonly MessageElement[] =>
  new IntlMessageFormat(text, 'en').getAst();

/** The values of a message, in the order of their names. */
const valuesOf = (text: string): string =>
  [...listMessageValues(parse(text))]
    .map(([name, kind]) => `${name} ${kind}`)
    .toSorted()
    .join();

/** The forms of each plural of a message. */
const pluralForms = (text: string): readonly (readonly string[])[] =>
  parse(text).flatMap((element) => ('pluralType' in element ? [Object.keys(element.options)] : []));

describe.each(files)('the words of pages in $language', ({ locale, messages }) => {
  it('have every message, and no other, in the order of the English ones', () => {
    expect(Object.keys(messages)).toEqual(Object.keys(english));
  });

  it('have the values and tags of the English messages', () => {
    const differing = Object.entries(messages).filter(
      ([key, text]) => valuesOf(text) !== valuesOf(english[key] ?? ''),
    );
    expect(differing).toEqual([]);
  });

  it('have every form of each plural that the language has', () => {
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.toSorted();
    const incomplete = Object.entries(messages).filter(([, text]) =>
      pluralForms(text).some((own) => own.toSorted().join() !== forms.join()),
    );
    expect(incomplete).toEqual([]);
  });

  it('have no empty message, and no straight apostrophe, which would begin a quote', () => {
    const wrong = Object.entries(messages).filter(
      ([, text]) => text.trim() === '' || text.includes("'"),
    );
    expect(wrong).toEqual([]);
  });
});
