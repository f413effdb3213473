import { parse } from 'edtf';
import fc from 'fast-check';
import { expect, it } from 'vitest';

import { isExtendedDate } from '../../../../../lib/model/datatypes/values/extended-date.ts';

// All types of the library except decades and centuries.
const types = ['Date', 'Year', 'Season', 'Interval', 'Set', 'List'] as const;

function isValidInLibrary(text: string): boolean {
  try {
    parse(text, { level: 2, types });
    return true;
  } catch {
    return false;
  }
}

const qualifier = fc.constantFrom('', '', '', '?', '~', '%');
const withQualifiers = (...parts: readonly string[]): fc.Arbitrary<string> =>
  fc.tuple(qualifier, fc.constantFrom(...parts), qualifier).map((texts) => texts.join(''));
const year = withQualifiers('1985', '-0044', '0000', '19XX', 'XXXX', 'Y170000', '-3X02');
const month = withQualifiers('01', '02', '04', '12', '13', '1X', 'X2', 'XX', '21', '34');
const day = withQualifiers('00', '01', '29', '30', '31', '3X', 'XX', 'X0');
const time = fc.constantFrom(
  '',
  'T23:20',
  'T23:20:30.5Z',
  'T24:00',
  'T12:00+13:45',
  'T12:00-12:01',
);
const date = fc.oneof(
  year,
  fc.tuple(year, month).map((parts) => parts.join('-')),
  fc.tuple(year, month, day).map((parts) => parts.join('-')),
  fc.tuple(fc.constant('1985-04-12'), time).map((parts) => parts.join('')),
  fc.constantFrom('', '..', 'Y-17E7S3', '1950S2', '1985-04..1986-02', '185', '19'),
);
const list = fc
  .tuple(
    fc.constantFrom('[', '{', '[..', '{..'),
    fc.array(date, { minLength: 1, maxLength: 3 }),
    fc.constantFrom(',', ' , '),
    fc.constantFrom(']', '}', '..]', '..}'),
  )
  .map(([before, dates, comma, after]) => `${before}${dates.join(comma)}${after}`);
const interval = fc.tuple(date, date).map((ends) => ends.join('/'));
const text = fc.oneof(date, interval, list);

/** Inserts, removes or replaces one character. */
const textWithMistake = fc
  .tuple(text, fc.nat(), fc.constantFrom(...'059X-/.?~[]{}, TZ:+SYE'.split(''), ''), fc.nat(1))
  .map(([original, position, character, removed]) => {
    const index = position % (original.length + 1);
    return original.slice(0, index) + character + original.slice(index + removed);
  });

it('isExtendedDate accepts the same texts as the reference library', () => {
  fc.assert(
    fc.property(fc.oneof(text, textWithMistake), (candidate) => {
      expect([candidate, isExtendedDate(candidate)]).toStrictEqual([
        candidate,
        isValidInLibrary(candidate),
      ]);
    }),
    { numRuns: 5000 },
  );
});
