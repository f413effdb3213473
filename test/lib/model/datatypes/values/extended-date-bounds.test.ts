import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { findEdtfProblem } from '../../../../../lib/model/datatypes/edtf.ts';

const codeOf = (text: string): string | undefined => findEdtfProblem(text)?.code;

describe('an EDTF date with a day that does not exist', () => {
  it.each([
    '2003-02-29',
    '1900-02-29',
    '-0001-02-29',
    '2003-02-29?',
    '2003-~02-29',
    '?2003-02-29',
    '1900-02-29T12:00:00Z',
    '2003-02-29/2004',
    '2003/2003-02-29',
    '2003-02-29/..',
    '/2003-02-29',
    '[2003-02-29,2004]',
    '{2000,2003-02-29..2004-01-01}',
    '[..2003-02-29]',
    '1XX1-02-29',
    'XXX3-02-29',
    '-XXX1-02-29',
  ])('is refused: %s', (text) => {
    expect(codeOf(text)).toBe('no_such_date');
  });

  it.each([
    '2004-02-29',
    '2000-02-29',
    '0000-02-29',
    '-0004-02-29',
    '190X-02-29',
    'XXXX-02-29',
    '2003-02-2X',
    '2003-02-XX',
    '2003-XX-29',
    '2003-X2-29',
    '2003-0X-30',
    '2004-02-29T24:00',
    '{2000-02-29..2004-02-29}',
  ])('is accepted if some year, month or day of its unspecified digits exists: %s', (text) => {
    expect(codeOf(text)).toBeUndefined();
  });
});

describe('an EDTF interval that ends before it begins', () => {
  it.each([
    '1860/1850',
    '2004-06/2004-05',
    '2004-06-02/2004-06-01',
    '2004-06-02~/2004-06-01?',
    '2005/2004-12-31',
    '-0100/-0200',
    '1850/184X-01-XX',
    '186X/185X',
    '2004-XX-31/2004-01-30',
    '2004-03-01/2004-02-XX',
    '2004-01-01T10:00:00Z/2004-01-01T09:00:00Z',
    '2004-01-01T10:00:00+01:00/2004-01-01T10:00:00+02:00',
    '2004-01-01T10:00/2004-01-01T09:59',
    '-1XXX-12/-2XXX-01',
    '1909/190X-02-29',
    '[1670..1668]',
    '{1667,1668-12..1668-11}',
    '[..1670,1672..1671..]',
  ])('is refused: %s', (text) => {
    expect(codeOf(text)).toBe('reversed_interval');
  });

  it.each([
    '1850/1850',
    '1850/1850-01',
    '1850-12/1850',
    '1850/..',
    '../1850',
    '1850/',
    '/1850',
    '185X/1850',
    '1859/185X',
    '185X/185X',
    'XXXX/0001',
    '-1XXX/-1999',
    '2004-06-11%/2004-06-11~',
    '2004-01-01T10:00:00+02:00/2004-01-01T09:00:00+01:00',
    '2004-01-01T10:00:00Z/2004-01-01',
    '2004-01-01/2004-01-01T00:00',
    '2004-06-XX/2004-06-01',
    '[1668..1668]',
    '[1670..1672,1668]',
    '[..1760-12-03]',
    '[1760-12..]',
    '{1667,1660}',
    '2004-22',
    '1950S2',
    'Y-17E7',
  ])('is accepted if its latest end is not before its earliest beginning: %s', (text) => {
    expect(codeOf(text)).toBeUndefined();
  });

  const days = Array.from({ length: 366 * 13 }, (_, index) =>
    new Date(Date.UTC(1998, 0, 1 + index)).toISOString().slice(0, 10),
  );
  const drawDate = fc.oneof(
    fc.constantFrom('1999', '2000', '2003', '200X', '20X4'),
    fc
      .tuple(fc.constantFrom('2003', '2004', '200X'), fc.constantFrom('01', '02', '06', '1X', 'XX'))
      .map((parts) => parts.join('-')),
    fc
      .tuple(
        fc.constantFrom('2003', '2004', '20XX'),
        fc.constantFrom('01', '02', '0X', 'XX', '12'),
        fc.constantFrom('01', '09', '28', '1X', 'X1', 'XX'),
      )
      .map((parts) => parts.join('-')),
  );
  const matches = new Map<string, readonly string[]>();
  const matchingDays = (date: string): readonly string[] => {
    const pattern = new RegExp(`^${date.replaceAll('X', '[0-9]')}`);
    const found = matches.get(date) ?? days.filter((day) => pattern.test(day));
    matches.set(date, found);
    return found;
  };

  it('is one none of whose possible ends is on or after a possible beginning', () => {
    fc.assert(
      fc.property(drawDate, drawDate, (begin, end) => {
        const [first = ''] = matchingDays(begin);
        const last = matchingDays(end).at(-1) ?? '';
        expect([begin, end, codeOf(`${begin}/${end}`)]).toEqual([
          begin,
          end,
          last < first ? 'reversed_interval' : undefined,
        ]);
      }),
      { numRuns: 2000 },
    );
  });
});
