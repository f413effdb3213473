import fc from 'fast-check';

/*
 * Texts by the grammar of dates, most of them valid: days, months and years, with qualifiers, unspecified digits, times and seasons, long
 * years, intervals, sets and lists, and stored dates.
 */

const text = (...parts: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((texts) => texts.join(''));
const number = (digits: number, max = 10 ** digits - 1): fc.Arbitrary<string> =>
  fc.nat(max).map((value) => String(value).padStart(digits, '0'));
const of = (texts: string): fc.Arbitrary<string> => fc.constantFrom(...texts.split(' '));
const maybe = (part: fc.Arbitrary<string>, times = 1): fc.Arbitrary<string> =>
  fc.oneof({ arbitrary: fc.constant(''), weight: times }, part);

const sign = maybe(fc.constant('-'), 3);
const year = text(sign, fc.oneof(number(4), of('0000 0004 1900 2000 1850 2004')));
const month = fc.oneof(number(2, 13), of('01 02 04 12'));
const day = fc.oneof(number(2, 32), of('01 28 29 30 31'));
const dash = fc.constant('-');
const fullDate = text(year, dash, month, dash, day);
const date = fc.oneof(year, text(year, dash, month), fullDate);

const qualifier = maybe(of('? ~ %'), 2);
const qualifiedDate = text(date, qualifier);
const qualified = (part: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  text(qualifier, part, qualifier);
const partlyQualifiedDate = fc.oneof(
  qualified(year),
  text(qualified(year), dash, qualified(month)),
  text(qualified(year), dash, qualified(month), dash, qualified(day)),
);

/** Replaces some digits by X. */
const unspecified = (part: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(part, fc.nat(15)).map(([digits, mask]) =>
    digits
      .split('')
      .map((digit, index) => (digit !== '-' && (mask >> (index % 4)) & 1 ? 'X' : digit))
      .join(''),
  );
const unspecifiedDate = fc.oneof(
  unspecified(year),
  text(unspecified(year), dash, unspecified(month)),
  text(unspecified(year), dash, unspecified(month), dash, unspecified(day)),
  text(unspecified(year), fc.constant('-02-29')),
);

const colon = fc.constant(':');
const zone = maybe(
  fc.oneof(
    fc.constant('Z'),
    text(of('+ - −'), number(2, 15)),
    text(of('+ - −'), number(2, 15), maybe(colon), of('00 30 45 59 60')),
  ),
);
const time = text(
  fc.constantFrom('T', 'T', ' '),
  fc.oneof(number(2, 24), fc.constant('24')),
  colon,
  number(2, 60),
  maybe(text(colon, number(2, 60), maybe(text(fc.constant('.'), number(3))))),
  zone,
);
const dateTime = text(fullDate, time);

const season = text(year, dash, number(2, 42));
const significantDigits = text(fc.constant('S'), number(1));
const longYear = fc.oneof(
  text(year, significantDigits),
  text(fc.constant('Y'), sign, fc.bigInt(0n, 10n ** 16n).map(String), maybe(significantDigits)),
  text(
    fc.constant('Y'),
    sign,
    number(3),
    fc.constant('E'),
    fc.nat(16).map(String),
    maybe(significantDigits),
  ),
  text(fc.constant('Y'), sign, fc.bigInt(922337203685470n, 922337203685490n).map(String)),
);
const storedDate = text(
  sign,
  number(5),
  maybe(text(dash, month, maybe(text(dash, day, maybe(time))))),
);

const end = fc.oneof(
  of('.. '),
  date,
  dateTime,
  qualifiedDate,
  partlyQualifiedDate,
  unspecifiedDate,
);
const dots = fc.constant('..');
const interval = text(end, fc.constant('/'), end);
const member = fc.oneof(
  date,
  partlyQualifiedDate,
  unspecifiedDate,
  text(year, dots, year),
  text(year, dash, month, dots, year, dash, month),
  text(fullDate, dots, fullDate),
  text(date, dots, date),
);
const members = fc
  .tuple(fc.array(member, { minLength: 1, maxLength: 3 }), fc.constantFrom(',', ', ', ' , '))
  .map(([texts, comma]) => texts.join(comma));
const set = fc
  .tuple(fc.constantFrom('[]', '{}'), text(maybe(dots, 3), members, maybe(dots, 3)))
  .map(([brackets, content]) => `${brackets[0]}${content}${brackets[1]}`);

const writtenText = fc.oneof(
  date,
  qualifiedDate,
  partlyQualifiedDate,
  unspecifiedDate,
  dateTime,
  season,
  longYear,
  storedDate,
  { arbitrary: interval, weight: 2 },
  { arbitrary: set, weight: 2 },
);

/** Inserts, removes or replaces one character. */
const textWithMistake = fc
  .tuple(
    writtenText,
    fc.nat(),
    fc.constantFrom(...'0259X-/.?~[]{}, TZ:+SYE\n'.split(''), ''),
    fc.nat(1),
  )
  .map(([original, position, character, removed]) => {
    const index = position % (original.length + 1);
    return original.slice(0, index) + character + original.slice(index + removed);
  });

/** Texts of dates; a quarter has a mistake. */
export const dateText: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: writtenText, weight: 3 },
  textWithMistake,
);
