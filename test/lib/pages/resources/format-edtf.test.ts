import { describe, expect, it } from 'vitest';

import { formatEdtf } from '../../../../lib/pages/resources/format-edtf.ts';
import { createWords } from '../../../../lib/pages/words/words.ts';

describe('a date of the Extended Date/Time Format on a page', () => {
  it.each([
    ['1987', '1987'],
    ['-2499~', 'about 2500 BC'],
    ['0000', '1 BC'],
    ['0122~/0128~', 'about 122 to about 128'],
    ['1850-06', 'June 1850'],
    ['1850-22?', 'perhaps summer 1850'],
    ['1850-06-09%', 'perhaps about 9 June 1850'],
    ['198X', 'the 1980s'],
    ['156X-12-25', '25 December in the 1560s'],
    ['156X-12-25~', 'about 25 December in the 1560s'],
    ['156X-12', 'December in the 1560s'],
    ['156X-12/157X', 'December in the 1560s to the 1570s'],
    ['15XX', 'the 1500s'],
    ['15XX-12-25', '25 December in the 1500s'],
    ['15XX-12-XX', 'a day in December in the 1500s'],
    ['XXXX-12-25', '25 December of an unknown year'],
    ['XXXX-12-XX', 'a day in December of an unknown year'],
    ['XXXX', 'an unknown year'],
    ['1985-04-XX', 'a day in April 1985'],
    ['1985-XX', 'a month in 1985'],
    ['1985-XX-XX', 'a day in 1985'],
    ['-0044-03-15', '15 March 45 BC'],
    ['1850-22/..', 'from summer 1850 on'],
    ['Y-17000', '17001 BC'],
    ['1850/..', 'from 1850 on'],
    ['../1850', 'until 1850'],
    ['1850/', 'from 1850 to an unknown date'],
    ['/1850', 'from an unknown date to 1850'],
  ])('%s is written as %s', (edtf, text) => {
    expect(formatEdtf(edtf, createWords(['en']))).toBe(text);
  });

  it.each([
    '1XXX',
    'X985',
    '1985-XX-12',
    '1985-0X',
    '1850-25',
    '[1667,1668]',
    '1850/1860/1870',
    '2004-06-~01',
    'once',
    '',
    '/',
  ])('stays %s, which has no words', (edtf) => {
    expect(formatEdtf(edtf, createWords(['en']))).toBe(edtf);
  });
});
