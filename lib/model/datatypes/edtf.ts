import { literal } from '../../rdf/terms.ts';
import { namespaces } from '../../rdf/vocabulary.ts';
import type { Datatype, LinkedCodec, TextCodec, ValueProblem } from './datatype.ts';
import {
  describeNeedlessZone,
  findDateBeforeZone,
  preferStoredSpelling,
} from './values/calendar-date.ts';
import { findMissingDay, isReversed } from './values/extended-date-bounds.ts';
import { isExtendedDate } from './values/extended-date.ts';
import { writeLiteral, textLinkedCodec } from './codecs/literals.ts';
import { plainTextCodec } from './codecs/text-codecs.ts';
import { formatAsText } from './values/json-values.ts';

/** Longer texts are rejected before they are parsed. */
const maxLength = 500;

/** Matches the most common dates. It also accepts the year -0000, which the format excludes. */
const commonPattern = /^-?\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|1\d|2[0-8]))?)?[?~%]?$/;

function isEdtf(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > maxLength) return false;
  return commonPattern.test(value) || isExtendedDate(value);
}

/**
 * Finds what is wrong with a value: it is not in the format, has a day that does not exist, or an interval that ends before it begins.
 * Null and an empty text have no problem.
 */
export function findEdtfProblem(value: unknown): ValueProblem | undefined {
  const text = trim(value);
  if (text === null || text === '') return undefined;
  if (!isEdtf(text)) {
    return createProblem('not_edtf', describeInvalidDate(text));
  }
  if (commonPattern.test(text)) return undefined;
  const missingDay = findMissingDay(text);
  if (missingDay !== undefined) {
    const message = `${missingDay} does not exist: correct the day, month or year.`;
    return { ...createProblem('no_such_date', message), isImported: true };
  }
  if (!isReversed(text)) return undefined;
  const message = `${text} ends before it begins: exchange its ends, or correct one.`;
  return { ...createProblem('reversed_interval', message), isImported: true };
}

function describeInvalidDate(text: unknown): string {
  const dateBeforeZone = typeof text === 'string' ? findDateBeforeZone(text) : undefined;
  return dateBeforeZone === undefined
    ? 'Write a date in EDTF (Library of Congress, 2019), such as 1850~ for about 1850, 185X for the 1850s, or 1850/1860.'
    : describeNeedlessZone(dateBeforeZone);
}

const createProblem = (code: string, message: string): ValueProblem => ({
  code,
  pointer: '',
  message,
});

const trim = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

const linkedCodec: LinkedCodec = {
  ...textLinkedCodec,
  write: (value) => [
    isEdtf(value) ? literal(value, `${namespaces.edtf}EDTF`) : writeLiteral(value),
  ],
};

/** Sets such as `[1667,1668..1672]` and `{1960,1961-12}` begin like JSON, but are written and read unchanged. */
const textCodec: TextCodec = {
  ...plainTextCodec,
  write: (value, referenced) => (isEdtf(value) ? [value] : plainTextCodec.write(value, referenced)),
  read: (texts, node, context) => {
    const [text, another] = texts;
    return another === undefined && isEdtf(trim(text))
      ? { kind: 'value', value: text }
      : plainTextCodec.read(texts, node, context);
  },
};

/** An uncertain, approximate or open date, or a set of dates, in the Extended Date/Time Format up to level 2. */
export const edtfDatatype: Datatype = {
  name: 'edtf',
  searchedBy: 'days',
  datesPeriod: true,
  widget: 'adfd15ce-dbab-11e7-86d1-0fcf08612b27',
  display: formatAsText,
  validate: (value) => {
    const problem = findEdtfProblem(value);
    return problem === undefined ? [] : [problem];
  },
  normalise: (value, _node, { stored }) => {
    const text = trim(value);
    return text === '' ? null : preferStoredSpelling(text, stored);
  },
  textCodec,
  linkedCodec,
};
