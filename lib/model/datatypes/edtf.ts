import { literal } from '../../rdf/terms.ts';
import { namespaces } from '../../rdf/vocabulary.ts';
import type { Datatype, LinkedCodec, TextCodec } from './datatype.ts';
import {
  describeNeedlessZone,
  findDateBeforeZone,
  preferStoredSpelling,
} from './values/calendar-date.ts';
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
  widget: 'adfd15ce-dbab-11e7-86d1-0fcf08612b27',
  display: formatAsText,
  validate: (value) => {
    const text = trim(value);
    if (text === null || text === '' || isEdtf(text)) return [];
    const dateBeforeZone = typeof text === 'string' ? findDateBeforeZone(text) : undefined;
    if (dateBeforeZone !== undefined)
      return [{ code: 'not_edtf', pointer: '', message: describeNeedlessZone(dateBeforeZone) }];
    const message =
      'Write a date in EDTF (Library of Congress, 2019), such as 1850~ for about 1850, 185X for the 1850s, or 1850/1860.';
    return [{ code: 'not_edtf', pointer: '', message }];
  },
  normalise: (value, _node, { stored }) => {
    const text = trim(value);
    return text === '' ? null : preferStoredSpelling(text, stored);
  },
  textCodec,
  linkedCodec,
};
