import { isLiteral, languageLiteral, type RdfLiteral } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocabulary.ts';
import { pickText } from '../pick-language.ts';
import { jsonPointer } from '../problem.ts';
import type { Datatype, LinkedValue, Reading, ValueProblem, ValueText } from './datatype.ts';
import { jsonLiteral, literalJson } from './parts/json-literal.ts';
import {
  isPerLanguage,
  languageOf,
  memberText,
  plainTextAsStored,
  readLanguageTexts,
  writtenTexts,
  type TextInLanguage,
} from './parts/language-texts.ts';
import { textValue } from './parts/value-text.ts';
import { isObject, plainDisplay, textsAt } from './parts/values.ts';

const display: Datatype['display'] = (value, _node, { languages }) => {
  if (!isObject(value)) return plainDisplay(value);
  const texts = Object.entries(value).map(([tag, member]) => [tag, memberText(member) ?? null]);
  const picked = pickText(Object.fromEntries(texts), languages);
  return picked ?? (isPerLanguage(value) ? null : plainDisplay(value));
};

function validateMember(tag: string, member: unknown): readonly ValueProblem[] {
  const pointer = jsonPointer([tag]);
  const text = isObject(member) ? member['value'] : undefined;
  const direction = isObject(member) ? member['direction'] : undefined;
  const problems = {
    not_a_language: languageOf(tag) === undefined && {
      pointer,
      message: `Write a language tag (BCP 47) such as “en” or “de-CH” for ${JSON.stringify(tag)}.`,
    },
    not_a_text: typeof text !== 'string' && {
      pointer: isObject(member) ? `${pointer}/value` : pointer,
      message: 'Write the text as {"value": "…", "direction": "ltr"}.',
    },
    not_a_direction: isObject(member) &&
      direction !== 'ltr' &&
      direction !== 'rtl' && {
        pointer: `${pointer}/direction`,
        message: 'Say how the language is written: "ltr" or "rtl".',
      },
  };
  return Object.entries(problems).flatMap(([code, found]) => (found ? [{ code, ...found }] : []));
}

const validate: Datatype['validate'] = (value) => {
  if (value === null || typeof value === 'string') return [];
  if (isObject(value)) {
    return Object.entries(value).flatMap(([tag, member]) => validateMember(tag, member));
  }
  const message =
    'Write a text, or texts by language such as {"en": {"value": "…", "direction": "ltr"}}.';
  return [{ code: 'not_a_text', pointer: '', message }];
};

const isEmpty = (value: unknown): boolean =>
  value === '' || (isPerLanguage(value) && writtenTexts(value).length === 0);

const valueText: ValueText = {
  ...textValue,
  read: (texts, node, context) => {
    const reading = textValue.read(texts, node, context);
    if (reading.kind === 'problem' || typeof reading.value !== 'string') return reading;
    return readLanguageTexts([{ text: reading.value, language: null }], context);
  },
};

const inLanguage = ({ value, language }: RdfLiteral): TextInLanguage => ({
  text: value,
  language: language ?? null,
});

const linked: LinkedValue = {
  kind: 'literal',
  write: (value) => {
    if (!isPerLanguage(value)) return value === '' ? [] : [jsonLiteral(value)];
    return writtenTexts(value).map(({ tag, text }) => languageLiteral(text, tag));
  },
  read: (values, _node, context): Reading => {
    const literals = values.filter(isLiteral);
    if (literals.length < values.length) {
      return { kind: 'problem', message: 'Texts are needed here: a literal for each language.' };
    }
    const [only, another] = literals;
    return only?.datatype === rdf.json && another === undefined
      ? { kind: 'value', value: literalJson(only) }
      : readLanguageTexts(literals.map(inLanguage), context);
  },
};

/** Text: plain in older models, `{"en": {"value": "…", "direction": "ltr"}}` in newer ones (graph/texts-by-language.ts). */
export const string: Datatype = {
  name: 'string',
  holds: 'texts by language',
  columnText: { as: 'text by language' },
  comparedBy: [
    ...textsAt('$ ? (@.type() == "object").*.value', '$ ? (@.type() == "object").*'),
    'strict $ ? (@.type() != "object")',
  ],
  display,
  validate,
  normalise: (value, _node, context) => (isEmpty(value) ? null : plainTextAsStored(value, context)),
  valueText,
  linked,
};
