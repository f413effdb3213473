import { literal } from '../../rdf/terms.ts';
import {
  describeNeedlessZone,
  findDateBeforeZone,
  formatDate,
  isValidDate,
  parseCalendarDate,
  preferStoredSpelling,
  toXsdDate,
} from './values/calendar-date.ts';
import type { Datatype, LinkedCodec, ValueProblem } from './datatype.ts';
import { writeLiteral, readLiteralText, readSingleLiteral } from './codecs/literals.ts';
import { listUtcOffsets } from './values/time-zone.ts';
import { mapReadResult } from './codecs/read-elements.ts';
import { plainTextCodec } from './codecs/text-codecs.ts';
import { formatAsText } from './values/json-values.ts';

const storablePatterns = [
  /^-?\d{4}$/,
  /^\d{4}-\d\d(-\d\d)?$/,
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/,
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(Z|[+-]\d\d:?\d\d)$/,
];

const parseDate = (value: unknown) =>
  typeof value === 'string' ? parseCalendarDate(value) : undefined;

type DateProblem = Omit<ValueProblem, 'pointer'>;

function findDateProblem(value: unknown, timeZone: string | null): DateProblem | undefined {
  const date = parseDate(value);
  if (date === undefined || typeof value !== 'string') {
    const dateBeforeZone = typeof value === 'string' ? findDateBeforeZone(value) : undefined;
    if (dateBeforeZone !== undefined)
      return { code: 'not_a_date', message: describeNeedlessZone(dateBeforeZone) };
    return {
      code: 'not_a_date',
      message: 'Write a date as 1850-03-31, 1850-03, 1850, -0500 or 1850-03-31T12:00:00+01:00.',
    };
  }
  if (!isValidDate(date)) {
    return {
      code: 'no_such_date',
      message: `${value} does not exist: correct the month, day or time.`,
    };
  }
  if (isStorableDate(value)) return undefined;
  const timeLacksZone = date.time !== undefined && date.time.zone === undefined;
  if (timeLacksZone && timeZone === null)
    return { code: 'zone_missing', message: `The time has no zone: add one, such as ${value}Z.` };
  if (timeLacksZone && timeZone !== null && isStorableDate(`${value}Z`))
    return findLocalTimeProblem(value, listUtcOffsets(date, timeZone), timeZone);
  return {
    code: 'not_a_date',
    message:
      'Write the year with four digits. Write a year before the year 0 without month and day, such as -0500. Write T before a time with a fraction of a second.',
  };
}

const isStorableDate = (text: string): boolean =>
  storablePatterns.some((pattern) => pattern.test(text));

function findLocalTimeProblem(
  value: string,
  [firstOffset, secondOffset]: readonly string[],
  timeZone: string,
): DateProblem | undefined {
  if (firstOffset === undefined) {
    return {
      code: 'no_such_local_time',
      message: `${value} does not exist in ${timeZone}, where clocks were put forward: correct the time, or add its zone, such as ${value}Z.`,
    };
  }
  if (secondOffset === undefined) return undefined;
  return {
    code: 'ambiguous_local_time',
    message: `${value} occurred twice in ${timeZone}, where clocks were put back: write ${value}${firstOffset} for the earlier time, ${value}${secondOffset} for the later one.`,
  };
}

const validate: Datatype['validate'] = (value, _node, { timeZone }) => {
  if (value === null || value === '') return [];
  const problem = findDateProblem(value, timeZone);
  return problem === undefined ? [] : [{ ...problem, pointer: '' }];
};

const normalise: Datatype['normalise'] = (value, _node, { timeZone, stored }) =>
  preferStoredSpelling(toStoredForm(value, timeZone), stored);

function toStoredForm(value: unknown, timeZone: string | null): unknown {
  if (value === '') return null;
  const date = parseDate(value);
  if (date?.time === undefined || typeof value !== 'string') return value;
  if (date.time.zone !== undefined) return value.replace(/([+-]\d\d)(\d\d)$/, '$1:$2');
  if (timeZone === null || findDateProblem(value, timeZone) !== undefined) return value;
  return `${value}${listUtcOffsets(date, timeZone)[0] ?? ''}`;
}

const display: Datatype['display'] = (value, { config }) => {
  const date = parseDate(value);
  const format = config['dateFormat'];
  const formattedDate = date && typeof format === 'string' ? formatDate(date, format) : undefined;
  return formattedDate ?? formatAsText(value);
};

const linkedCodec: LinkedCodec = {
  kind: 'literal',
  write: (value) => {
    const date = parseDate(value);
    const xsdDate = date && toXsdDate(date);
    return [xsdDate ? literal(xsdDate.lexical, xsdDate.datatype) : writeLiteral(value)];
  },
  read: (values, _node, context) =>
    readSingleLiteral(values, (literalTerm) => ({
      kind: 'value',
      value: preferStoredSpelling(readLiteralText(literalTerm), context.stored),
    })),
};

/**
 * A calendar day, month or year, or a day with a time.
 * @rule Writing: Which values of a date node are dates?
 */
export const dateDatatype: Datatype = {
  name: 'date',
  searchedBy: 'days',
  widget: '10000000-0000-0000-0000-000000000004',
  display,
  validate,
  normalise,
  textCodec: {
    ...plainTextCodec,
    read: (texts, node, context) =>
      mapReadResult(plainTextCodec.read(texts, node, context), (value) =>
        preferStoredSpelling(value, context.stored),
      ),
  },
  linkedCodec,
};
