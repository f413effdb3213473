import { isLiteral, languageLiteral, type RdfLiteral } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocabulary.ts';
import { pickText } from '../pick-language.ts';
import { jsonPointer } from '../../json/json-pointer.ts';
import type { Datatype, LinkedCodec, ReadResult, ValueProblem, TextCodec } from './datatype.ts';
import { writeLiteral, readLiteral } from './codecs/literals.ts';
import {
  isTextByLanguage,
  rdfLanguageTag,
  languageEntryText,
  toStoredText,
  readLanguageTexts,
  findRepeatedTags,
  listNonEmptyTexts,
  type TextInLanguage,
} from './values/language-texts.ts';
import { plainTextCodec } from './codecs/text-codecs.ts';
import { isObject, formatAsText, restrictToNonEmptyStrings } from './values/json-values.ts';

const display: Datatype['display'] = (value, _node, { languages }) => {
  if (!isObject(value)) return formatAsText(value);
  const texts = Object.entries(value).map(([tag, entry]) => [
    tag,
    languageEntryText(entry) ?? null,
  ]);
  const text = pickText(Object.fromEntries(texts), languages);
  return text ?? (isTextByLanguage(value) ? null : formatAsText(value));
};

function validateEntry(tag: string, entry: unknown): readonly ValueProblem[] {
  const pointer = jsonPointer([tag]);
  const text = isObject(entry) ? entry['value'] : undefined;
  const direction = isObject(entry) ? entry['direction'] : undefined;
  const problems = {
    not_a_language: rdfLanguageTag(tag) === undefined && {
      pointer,
      message: `${JSON.stringify(tag)} is not a language tag. Use one of BCP 47, such as "en" or "de-CH".`,
    },
    not_a_text: typeof text !== 'string' && {
      pointer: isObject(entry) ? `${pointer}/value` : pointer,
      message: 'Write the text as {"value": "…", "direction": "ltr"}.',
    },
    not_a_direction: isObject(entry) &&
      direction !== 'ltr' &&
      direction !== 'rtl' && {
        pointer: `${pointer}/direction`,
        message: 'Give the direction of the language: "ltr" or "rtl".',
      },
  };
  return Object.entries(problems).flatMap(([code, problem]) =>
    problem ? [{ code, ...problem }] : [],
  );
}

/** Finds the languages that a text by language has twice, in two spellings of the tag, of which only one could be shown. */
export function findRepeatedLanguages(value: unknown): readonly ValueProblem[] {
  if (!isObject(value)) return [];
  return findRepeatedTags(Object.keys(value)).map(({ tag, earlierTag }) => ({
    code: 'repeated_language',
    pointer: jsonPointer([tag]),
    message: `${JSON.stringify(tag)} and ${JSON.stringify(earlierTag)} are the same language. Give one text for each language.`,
  }));
}

const validate: Datatype['validate'] = (value) => {
  if (value === null || typeof value === 'string') return [];
  if (isObject(value)) {
    return [
      ...Object.entries(value).flatMap(([tag, entry]) => validateEntry(tag, entry)),
      ...findRepeatedLanguages(value),
    ];
  }
  const message =
    'Write a text, or texts by language such as {"en": {"value": "…", "direction": "ltr"}}.';
  return [{ code: 'not_a_text', pointer: '', message }];
};

const isEmpty = (value: unknown): boolean =>
  value === '' || (isTextByLanguage(value) && listNonEmptyTexts(value).length === 0);

const stringTextCodec: TextCodec = {
  ...plainTextCodec,
  read: (texts, node, context) => {
    const result = plainTextCodec.read(texts, node, context);
    if (result.kind === 'problem' || typeof result.value !== 'string') return result;
    return readLanguageTexts([{ text: result.value, language: null }], context);
  },
};

const toTextInLanguage = ({ value, language }: RdfLiteral): TextInLanguage => ({
  text: value,
  language: language ?? null,
});

const linkedCodec: LinkedCodec = {
  kind: 'literal',
  write: (value) => {
    if (!isTextByLanguage(value)) return value === '' ? [] : [writeLiteral(value)];
    return listNonEmptyTexts(value).map(({ tag, text }) => languageLiteral(text, tag));
  },
  read: (values, _node, context): ReadResult => {
    const literals = values.filter(isLiteral);
    if (literals.length < values.length) {
      return { kind: 'problem', message: 'Give texts: one literal for each language.' };
    }
    const [first, another] = literals;
    return first?.datatype === rdf.json && another === undefined
      ? { kind: 'value', value: readLiteral(first) }
      : readLanguageTexts(literals.map(toTextInLanguage), context);
  },
};

/**
 * A text: plain in older models, `{"en": {"value": "…", "direction": "ltr"}}` in newer ones
 * (graphs/texts-by-language.ts).
 */
export const stringDatatype: Datatype = {
  name: 'string',
  searchedBy: 'words',
  holds: 'texts by language',
  columnText: { as: 'text by language' },
  comparisonPaths: [
    ...restrictToNonEmptyStrings(
      '$ ? (@.type() == "object").*.value',
      '$ ? (@.type() == "object").*',
    ),
    'strict $ ? (@.type() != "object")',
  ],
  display,
  validate,
  normalise: (value, _node, context) => (isEmpty(value) ? null : toStoredText(value, context)),
  textCodec: stringTextCodec,
  linkedCodec,
};
