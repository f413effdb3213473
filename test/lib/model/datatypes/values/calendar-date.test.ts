import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  isValidDate,
  parseCalendarDate,
  toXsdDate,
} from '../../../../../lib/model/datatypes/values/calendar-date.ts';

const isExistingDate = (text: string): boolean => {
  const date = parseCalendarDate(text);
  return date !== undefined && isValidDate(date);
};

describe('a date', () => {
  it('is valid if and only if JavaScript accepts its day', () => {
    const padToTwo = (number: number): string => String(number).padStart(2, '0');
    fc.assert(
      fc.property(
        fc.integer({ min: 1000, max: 9999 }),
        fc.nat(14),
        fc.nat(33),
        (year, month, day) => {
          const text = `${year}-${padToTwo(month)}-${padToTwo(day)}`;
          const parsed = new Date(`${text}T00:00:00Z`);
          const isDay = !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text);
          expect(isExistingDate(text)).toBe(isDay);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it.each([
    '1850-03-31T24:00:00Z',
    '1850-03-31T23:60:00Z',
    '1850-03-31T23:59:60Z',
    '1850-03-31T23:59:59+14:30',
    '1850-03-31T23:59:59+01:75',
  ])('is invalid with an invalid time or offset: %s', (text) => {
    expect(isExistingDate(text)).toBe(false);
  });

  it.each([
    '850',
    '1850-3-1',
    '1850-03-31T12:00',
    '1850-03T12:00:00',
    '31.03.1850',
    '1850-03-31Z',
    ' 1850',
  ])('is not parsed: %s', (text) => {
    expect(parseCalendarDate(text)).toBeUndefined();
  });
});

describe('conversion of a date to XML Schema', () => {
  const convertToXsd = (text: string) => {
    const date = parseCalendarDate(text);
    return date === undefined ? undefined : toXsdDate(date)?.lexical;
  };

  it('writes T before the time, and a colon in the offset', () => {
    expect(convertToXsd('1850-03-31 12:00:00.5+0100')).toBe('1850-03-31T12:00:00.5+01:00');
  });

  it('keeps valid XML Schema forms', () => {
    for (const text of [
      '1850',
      '-0500',
      '12000',
      '1850-03',
      '1850-03-31',
      '1850-03-31T12:00:00Z',
    ]) {
      expect(convertToXsd(text)).toBe(text);
    }
  });

  it('fails for an invalid day, and for a five-digit year with a leading zero', () => {
    expect(convertToXsd('1850-02-29')).toBeUndefined();
    expect(convertToXsd('01850')).toBeUndefined();
  });
});
