import { describe, expect, it } from 'vitest';

import { parseCalendarDate } from '../../../../../lib/model/datatypes/values/calendar-date.ts';
import { isTimeZone, listUtcOffsets } from '../../../../../lib/model/datatypes/values/time-zone.ts';

function computeOffsets(text: string, timeZone: string): readonly string[] {
  const date = parseCalendarDate(text);
  if (date === undefined) throw new Error(`${text} is not a date.`);
  return listUtcOffsets(date, timeZone);
}

describe('the UTC offset of a local time', () => {
  it.each([
    ['2024-01-15T12:00:00', 'Europe/Berlin', ['+01:00']],
    ['2024-07-15 12:00:00', 'Europe/Berlin', ['+02:00']],
    ['2024-07-15T12:00:00.25', 'America/St_Johns', ['-02:30']],
    ['2024-07-15T12:00:00', 'UTC', ['+00:00']],
    ['1850-03-31T12:00:00', 'Europe/Berlin', ['+00:53']],
    ['1850-03-31T12:00:00', 'America/New_York', ['-04:56']],
    ['0000-01-01T00:00:00', 'America/New_York', ['-04:56']],
    ['9999-12-31T23:59:59', 'Pacific/Kiritimati', ['+14:00']],
  ])('is computed for any year: %s in %s', (text, timeZone, offsets) => {
    expect(computeOffsets(text, timeZone)).toEqual(offsets);
  });

  it.each([
    ['2024-03-31T01:59:59', 'Europe/Berlin', ['+01:00']],
    ['2024-03-31T02:00:00', 'Europe/Berlin', []],
    ['2024-03-31T02:59:59', 'Europe/Berlin', []],
    ['2024-03-31T03:00:00', 'Europe/Berlin', ['+02:00']],
    ['2011-12-30T12:00:00', 'Pacific/Apia', []],
  ])('exists unless the time is skipped: %s in %s', (text, timeZone, offsets) => {
    expect(computeOffsets(text, timeZone)).toEqual(offsets);
  });

  it.each([
    ['2024-10-27T01:59:59', 'Europe/Berlin', ['+02:00']],
    ['2024-10-27T02:00:00', 'Europe/Berlin', ['+02:00', '+01:00']],
    ['2024-10-27T03:00:00', 'Europe/Berlin', ['+01:00']],
    ['2024-11-03T01:30:00', 'America/New_York', ['-04:00', '-05:00']],
  ])('has two values only if the time is repeated: %s in %s', (text, timeZone, offsets) => {
    expect(computeOffsets(text, timeZone)).toEqual(offsets);
  });
});

describe('a time zone', () => {
  it.each(['Europe/Berlin', 'UTC', 'europe/berlin'])('can be %s', (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  it.each(['Mars/Olympus', '+01:00', '', 'Europe/Berlin '])('cannot be %j', (name) => {
    expect(isTimeZone(name)).toBe(false);
  });
});
