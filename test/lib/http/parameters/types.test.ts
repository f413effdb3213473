import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import {
  flagParameter,
  optionalBooleanParameter,
  booleanWithDefault,
} from '../../../../lib/http/parameters/types/booleans.ts';
import { uuidListParameter } from '../../../../lib/http/parameters/types/lists.ts';
import {
  formatNumber,
  indentParameter,
  limitParameter,
  pageParameter,
} from '../../../../lib/http/parameters/types/numbers.ts';
import {
  languageParameter,
  textParameter,
  uuidParameter,
} from '../../../../lib/http/parameters/types/texts.ts';
import { timeParameter } from '../../../../lib/http/parameters/types/times.ts';

import { cursorParameter, encodeCursor } from '../../../../lib/http/parameters/cursor.ts';

const id = '0b5e7a2c-3d4f-4a5b-8c6d-7e8f9a0b1c2d';
const otherId = '1c6f8b3d-4e5a-4b6c-9d7e-8f9a0b1c2d3e';

function accepts(schema: z.ZodType, value: string): boolean {
  return schema.safeParse(value).success;
}

describe('a number in a message', () => {
  it.each([
    [7, '7'],
    [100, '100'],
    [1000, '1,000'],
    [45_678, '45,678'],
    [123_456, '123,456'],
    [1_000_000, '1,000,000'],
  ])('has commas between thousands: %i', (number, text) => {
    expect(formatNumber(number)).toBe(text);
  });
});

describe('indent', () => {
  it.each(['0', '2', '10'])('accepts %s', (value) => {
    expect(accepts(indentParameter, value)).toBe(true);
  });

  it.each(['-1', '11', '2.5', 'two', '', ' 2', '1e1'])('refuses "%s"', (value) => {
    expect(accepts(indentParameter, value)).toBe(false);
  });
});

describe('page and limit', () => {
  it('are parsed to numbers', () => {
    expect([pageParameter.parse('3'), limitParameter(1000).parse('1000')]).toStrictEqual([3, 1000]);
  });

  it.each(['0', '-1', 'one', ''])('refuse the page "%s"', (value) => {
    expect(accepts(pageParameter, value)).toBe(false);
  });

  it('accept the page 9,007,199,254,740,991', () => {
    expect(pageParameter.parse('9007199254740991')).toBe(9_007_199_254_740_991);
  });

  it('refuse a page that a JavaScript number cannot represent', () => {
    expect(accepts(pageParameter, '9007199254740993')).toBe(false);
  });

  it('report the range of a limit', () => {
    const message = limitParameter(1000).safeParse('1001').error?.issues[0]?.message;
    expect(message).toBe('must be a whole number from 1 to 1,000.');
  });

  it('report the range of a page, in the message and in the JSON schema', () => {
    const message = pageParameter.safeParse('9007199254740993').error?.issues[0]?.message;
    expect(message).toBe('must be a whole number from 1 to 9,007,199,254,740,991.');
    expect(z.toJSONSchema(pageParameter, { io: 'input' })).toMatchObject({
      minimum: 1,
      maximum: 9_007_199_254_740_991,
    });
  });
});

describe('cursor', () => {
  it('is decoded to the text that was encoded', () => {
    expect(cursorParameter.parse(encodeCursor('Äpfel & Birnen'))).toBe('Äpfel & Birnen');
  });

  it.each(['', 'null,null', 'QQ==', 'Q', 'QR', '+/+/', 'gICA', 'QUFB\n'])(
    'refuses %j, which this service does not create',
    (value) => {
      expect(accepts(cursorParameter, value)).toBe(false);
    },
  );
});

const wordsForOn = ['', 'true', 'True', 'TRUE', '1', 'yes', 'YES', 'on', 'On'];
const wordsForOff = ['false', 'False', 'FALSE', '0', 'no', 'No', 'off', 'OFF'];
const otherWords = ['maybe', '2', '01', ' true', 'true ', 'constructor', 'null', 'y', 'enabled'];

describe('a flag', () => {
  it.each([...wordsForOn, ...otherWords])('is on with the value "%s"', (value) => {
    expect(flagParameter.parse(value)).toBe(true);
  });

  it.each([undefined, ...wordsForOff])('is off with the value %s', (value) => {
    expect(flagParameter.parse(value)).toBe(false);
  });
});

describe('a boolean parameter', () => {
  it.each(wordsForOn)('is true for "%s"', (value) => {
    expect(booleanWithDefault(false).parse(value)).toBe(true);
    expect(optionalBooleanParameter.parse(value)).toBe(true);
  });

  it.each(wordsForOff)('is false for "%s"', (value) => {
    expect(booleanWithDefault(true).parse(value)).toBe(false);
    expect(optionalBooleanParameter.parse(value)).toBe(false);
  });

  it('is its default when absent', () => {
    const parsed = [
      booleanWithDefault(true),
      booleanWithDefault(false),
      optionalBooleanParameter,
    ].map((schema) => schema.parse(undefined));
    expect(parsed).toStrictEqual([true, false, undefined]);
  });

  it.each(otherWords)('refuses "%s", and lists the accepted words', (value) => {
    for (const schema of [booleanWithDefault(true), optionalBooleanParameter]) {
      expect(schema.safeParse(value).error?.issues[0]?.message).toBe(
        'must be true, 1, yes or on; or false, 0, no or off.',
      );
    }
  });
});

describe('ids', () => {
  it('are converted to lower case', () => {
    expect(uuidParameter.parse(id.toUpperCase())).toBe(id);
  });

  it('count as absent when empty', () => {
    expect([
      uuidParameter.parse(''),
      uuidListParameter.parse(''),
      uuidListParameter.parse(' , '),
    ]).toStrictEqual([undefined, undefined, undefined]);
  });

  it('are separated by commas, with or without spaces, and repeated ids are removed', () => {
    expect(uuidListParameter.parse(`${id}, ${otherId},${id}`)).toStrictEqual([id, otherId]);
  });

  it('are each reported if they are not UUIDs', () => {
    const issues = uuidListParameter
      .safeParse(`a,${id},b`)
      .error?.issues.map((issue) => issue.message);
    expect(issues).toStrictEqual(['"a" is not a UUID.', '"b" is not a UUID.']);
  });
});

describe('language and text', () => {
  it('count as absent when empty', () => {
    expect([languageParameter.parse(''), textParameter.parse('')]).toStrictEqual([
      undefined,
      undefined,
    ]);
  });

  it('refuse an invalid language tag', () => {
    expect(accepts(languageParameter, 'en_US; drop')).toBe(false);
  });
});

describe('a time', () => {
  it.each([
    ['2026-01-31T09:00:00Z', '2026-01-31T09:00:00.000Z'],
    ['2026-01-31T09:00:00+02:00', '2026-01-31T07:00:00.000Z'],
    // An unencoded plus sign is decoded to a space.
    ['2026-01-31T09:00:00 02:00', '2026-01-31T07:00:00.000Z'],
    ['2026-01-31t09:00z', '2026-01-31T09:00:00.000Z'],
    ['2026-01-31T09:00:00.5Z', '2026-01-31T09:00:00.500Z'],
    ['2026-01-31', '2026-01-31T00:00:00.000Z'],
    ['', undefined],
  ])('that is sent as "%s" is parsed as %s', (sentTime, expected) => {
    expect(timeParameter.parse(sentTime)).toBe(expected);
  });

  it.each([
    '2026-02-29',
    '2026-01-31T09:00:00',
    '2026-01-31 09:00:00Z',
    '2026-01-31T24:01:00Z',
    '31.01.2026',
    '1769850000',
  ])('is refused if it is sent as "%s"', (sentTime) => {
    expect(accepts(timeParameter, sentTime)).toBe(false);
  });
});
