import fc from 'fast-check';

/** Texts that break out of quotes, formats, parameters and comments in carelessly built SQL. */
export const hostileTexts: readonly string[] = [
  "'",
  "''",
  '"',
  '""',
  "'; drop table tile; --",
  '"); drop table tile; --',
  '"; drop view planted_point cascade; --',
  '$$; drop table tile; $$',
  '$piece$; drop table tile; $piece$',
  '$1',
  '%I',
  '%1$I %2$L %s %',
  ':name',
  ':p1::text',
  'a:b',
  '\\',
  "\\'",
  "E'\\047'",
  '\\000',
  '/* */ --',
  'a;b',
  'a\nb',
  'a\r\nb',
  'a\tb',
  ' ',
  ' a ',
  'select',
  'user',
  'pg_class',
  'spatial_view',
  'public.tile',
  'x'.repeat(57),
  'x'.repeat(64),
  'x'.repeat(10_000),
  'é'.repeat(40),
  'Grünau',
  'مطحنة',
  '\u202Emill\u202C',
  '水車',
  '😀',
  'a\u0301',
  '\u0001',
  '{}',
  '{"a": 1}',
  '<script>alert(1)</script>',
  'null',
  '0',
  '-1',
];

/** Texts that PostgreSQL cannot store. */
export const unstorableTexts: readonly string[] = ['\0', 'a\0b', '\uD800'];

/** Any storable text, often a hostile one, alone or within another. */
export const anyHostileText: fc.Arbitrary<string> = fc
  .oneof(
    fc.constantFrom(...hostileTexts),
    fc.string({ unit: 'grapheme', maxLength: 70 }),
    fc.string({ unit: fc.constantFrom(...'\'"\\$%:;-()[]{}a_1 \n'.split('')), maxLength: 30 }),
    fc
      .tuple(fc.constantFrom(...hostileTexts), fc.constantFrom(...hostileTexts))
      .map((texts) => texts.join('')),
  )
  .filter((text) => !text.includes('\0') && text.isWellFormed());
