import {
  isLocalizedText,
  asList,
  isObject,
  type JsonObject,
} from '../datatypes/values/json-values.ts';
import { parseDecimal } from '../datatypes/values/decimal.ts';
import { datatypeOf } from '../datatypes/registry.ts';
import { findUnstorable } from '../../json/storable.ts';
import { isUuid } from '../ids.ts';
import { isDate, rangesOfDates } from './dates.ts';
import type { NumberRange, ValueTest } from './question.ts';
import type { WrittenTest, WrittenValue } from './value-syntax.ts';

/** The node of a condition, as its model describes it. */
export type DescribedNode = { readonly datatype: string; readonly config: JsonObject };

/** A test, or what is missing to one: concepts that the thesaurus knows by these names, or the reason why there is none. */
export type TestResult =
  | { readonly kind: 'test'; readonly test: ValueTest }
  | {
      readonly kind: 'concepts';
      readonly names: readonly string[];
      readonly collectionId: string | null;
    }
  | { readonly kind: 'problem'; readonly message: string };

const problem = (message: string): TestResult => ({ kind: 'problem', message });
const testOf = (test: ValueTest): TestResult => ({ kind: 'test', test });

/**
 * Reads what a condition requires of the values of a node, which depends on the datatype of the node.
 * @rule Searching by values: What does the value of a condition mean for each datatype?
 */
export function readTest(test: WrittenTest, node: DescribedNode): TestResult {
  const { searchedBy } = datatypeOf(node.datatype);
  if (test.kind === 'any') return testOf({ kind: 'any' });
  if (test.kind === 'dates') return readDates(test, node);
  if (test.kind === 'patterns') return readPatterns(test, node);
  if (searchedBy === 'numbers') return readNumbers(test);
  if (searchedBy === 'days') return readDays(test);
  if (searchedBy === undefined) {
    return problem(
      'the values of this node cannot be compared. Send * for any value, or !* for none.',
    );
  }
  if (test.kind === 'range') {
    return problem(
      'only numbers and dates have ranges. Write .. within a text in quotation marks.',
    );
  }
  switch (searchedBy) {
    case 'concepts':
      return readConcepts(test.values, node);
    case 'ids':
      return readIds(test.values);
    case 'options':
      return readOptions(test.values, node);
    case 'truth':
      return readTruth(test.values);
    default:
      return readWords(test.values);
  }
}

/** A comparison with dates. */
function readDates(
  { dates, relation }: WrittenTest & { kind: 'dates' },
  node: DescribedNode,
): TestResult {
  const values = dates.map((text) => ({ text, isQuoted: false }));
  const result = readTest({ kind: 'values', values }, node);
  if (result.kind === 'problem') return result;
  return result.kind === 'test' && result.test.kind === 'days'
    ? testOf({ ...result.test, relation })
    : problem('only dates can be compared with the days of another one.');
}

/** A comparison with patterns, which texts have. Other values are compared as in a list. */
function readPatterns(
  { values, ...test }: WrittenTest & { kind: 'patterns' },
  node: DescribedNode,
): TestResult {
  if (datatypeOf(node.datatype).searchedBy === 'words') return testOf(test);
  return values === undefined
    ? problem('only texts can be compared with a pattern.')
    : readTest({ kind: 'values', values: values.map((text) => ({ text, isQuoted: false })) }, node);
}

type Values = (WrittenTest & { kind: 'values' })['values'];
type ValuesOrRange = WrittenTest & { kind: 'values' | 'range' };

function isStorableNumber(text: string): boolean {
  const number = parseDecimal(text);
  return number !== undefined && findUnstorable(number) === undefined;
}

function readNumbers(test: ValuesOrRange): TestResult {
  const limits = test.kind === 'range' ? [test.from, test.to] : test.values.map(({ text }) => text);
  const wrong = limits.filter((limit) => limit !== null && !isStorableNumber(limit));
  if (wrong.length > 0) return problem(`${quoteAll(wrong)} must be a number, such as 12.5.`);
  const ranges: readonly NumberRange[] =
    test.kind === 'range'
      ? [{ lower: test.from, upper: test.to, includesLimits: test.includesLimits }]
      : test.values.map(({ text }) => ({ lower: text, upper: text, includesLimits: true }));
  return testOf({ kind: 'numbers', ranges });
}

function readDays(test: ValuesOrRange): TestResult {
  const dates = test.kind === 'range' ? [test.from, test.to] : test.values.map(({ text }) => text);
  const wrong = dates.filter((date) => date !== null && !isDate(date));
  return wrong.length > 0
    ? problem(`${quoteAll(wrong)} must be a date, such as 1850, 1850-03, -0500, 185X or 1850/1900.`)
    : testOf({ kind: 'days', ranges: rangesOfDates(test), relation: 'overlaps' });
}

function readConcepts(values: Values, { config }: DescribedNode): TestResult {
  return {
    kind: 'concepts',
    names: values.map(({ text }) => text),
    collectionId: collectionOf(config),
  };
}

/** The id of the collection of a node of concepts; null if it has none. */
export function collectionOf(config: JsonObject): string | null {
  const collection = config['rdmCollection'];
  return typeof collection === 'string' && isUuid(collection) ? collection : null;
}

function readIds(values: Values): TestResult {
  const wrong = values.filter(({ text }) => !isUuid(text)).map(({ text }) => text);
  return wrong.length > 0
    ? problem(`${quoteAll(wrong)} must be the id of a resource instance.`)
    : testOf({ kind: 'ids', ids: values.map(({ text }) => text.toLowerCase()) });
}

function readOptions(values: Values, { config }: DescribedNode): TestResult {
  const options = asList(config['options']).filter(isObject);
  const matches = values.map(({ text }) => options.filter((option) => isOption(option, text)));
  const unknown = values.filter((_value, position) => matches[position]?.length === 0);
  if (unknown.length > 0) {
    const texts = options.flatMap((option) => textsOf(option).slice(0, 1));
    const names = unknown.map(({ text }) => text);
    return problem(
      `${quoteAll(names)} is no option of the node. It has: ${texts.slice(0, 20).join(', ')}.`,
    );
  }
  const ids = matches
    .flat()
    .flatMap(({ id }) => (typeof id === 'string' && isUuid(id) ? [id.toLowerCase()] : []));
  return testOf({ kind: 'ids', ids });
}

const textsOf = ({ text }: JsonObject): readonly string[] =>
  !isLocalizedText(text)
    ? []
    : typeof text === 'string'
      ? [text]
      : Object.values(text).filter((translation) => translation !== null);

function isOption(option: JsonObject, name: string): boolean {
  const names = [option['id'], ...textsOf(option)];
  return names.some(
    (text) => typeof text === 'string' && text.toLowerCase() === name.toLowerCase(),
  );
}

const truths: Readonly<Record<string, string>> = {
  true: '00000000-0000-0000-0000-000000000001',
  t: '00000000-0000-0000-0000-000000000001',
  false: '00000000-0000-0000-0000-000000000000',
  f: '00000000-0000-0000-0000-000000000000',
};

function readTruth(values: Values): TestResult {
  const wrong = values.filter(({ text }) => truths[text.toLowerCase()] === undefined);
  return wrong.length > 0
    ? problem(`${quoteAll(wrong.map(({ text }) => text))} must be true or false.`)
    : testOf({ kind: 'ids', ids: values.flatMap(({ text }) => truths[text.toLowerCase()] ?? []) });
}

function readWords(values: readonly WrittenValue[]): TestResult {
  const quoted = values.filter(({ isQuoted }) => isQuoted);
  const texts = values.map(({ text }) => text);
  if (quoted.length > 0 && quoted.length < values.length) {
    return problem('write all texts in quotation marks, or none.');
  }
  if (texts.some((text) => !/[\p{L}\p{N}]/u.test(text))) {
    return problem('a text to search needs a letter or a digit.');
  }
  return testOf({ kind: quoted.length > 0 ? 'texts' : 'words', texts });
}

const quoteAll = (texts: readonly (string | null)[]): string =>
  texts.map((text) => JSON.stringify(text)).join(', ');
