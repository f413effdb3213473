import { describe, expect, it } from 'vitest';

import { formatEdtf } from '../../../../lib/pages/resources/format-edtf.ts';

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
    ['Y-17000', '17001 BC'],
    ['1850/..', 'from 1850 on'],
    ['../1850', 'until 1850'],
    ['1850/', 'from 1850 to an unknown date'],
    ['/1850', 'from an unknown date to 1850'],
  ])('%s is written as %s', (edtf, text) => {
    expect(formatEdtf(edtf)).toBe(text);
  });

  it.each(['1XXX', '1850-25', '[1667,1668]', '1850/1860/1870', '2004-06-~01', 'once', '', '/'])(
    'stays %s, which has no words',
    (edtf) => {
      expect(formatEdtf(edtf)).toBe(edtf);
    },
  );
});
