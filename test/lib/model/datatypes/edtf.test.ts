import { describe, expect, it } from 'vitest';

import { edtfDatatype } from '../../../../lib/model/datatypes/edtf.ts';
import { datatypeNode, validationContext } from './golden-world.ts';

const node = datatypeNode({ config: {}, ontologyClass: null });
const isValid = (value: unknown): boolean =>
  edtfDatatype.validate(value, node, validationContext).length === 0;

// The examples of the specification (https://www.loc.gov/standards/datetime/), by section.
const examples = {
  'level 0: dates and times': [
    '1985-04-12',
    '1985-04',
    '1985',
    '1985-04-12T23:20:30',
    '1985-04-12T23:20:30Z',
    '1985-04-12T23:20:30+05:30',
  ],
  'level 0: intervals': ['1964/2008', '2004-06/2006-08', '2004-02-01/2005-02'],
  'level 1: years of more than four digits': ['Y170000002', 'Y-170000002'],
  'level 1: seasons': ['2001-21', '2003-24'],
  'level 1: qualified dates': ['1984?', '2004-06~', '2004-06-11%'],
  'level 1: unspecified digits': ['201X', '20XX', '2004-XX', '1985-04-XX', '1985-XX-XX'],
  'level 1: open intervals': ['1985-04-12/..', '1985/', '../1985-04', '/1985-04-12'],
  'level 1: negative years': ['-1985'],
  'level 2: years with an exponent': ['Y-17E7'],
  'level 2: significant digits': ['1950S2', 'Y171010000S3', 'Y3388E2S3'],
  'level 2: divisions of a year': ['2001-34', '2001-41'],
  'level 2: sets': ['[1667,1668,1670..1672]', '[..1760-12-03]', '{1960,1961-12}', '{..1984}'],
  'level 2: qualified parts': ['2004-06-11%', '2004-06~-11', '2004?-06-11', '?2004-06-~11'],
  'level 2: unspecified digits anywhere': ['156X-12-25', '15XX-12-25', 'XXXX-12-XX', '1XXX-XX'],
  'level 2: intervals': ['2004-06-~01/2004-06-~20', '2004-06-XX/2004-07-03'],
};

describe('EDTF', () => {
  it.each(Object.entries(examples))('accepts: %s', (_section, dates) => {
    expect(dates.filter((date) => !isValid(date))).toStrictEqual([]);
  });

  it('rejects words, invalid days, and other orders of day, month and year', () => {
    const invalidTexts = [
      'circa 1950',
      '31/03/1850',
      '1850-13',
      '1850-02-30',
      '1984??',
      '1990s',
      '185',
    ];
    expect(invalidTexts.filter(isValid)).toStrictEqual([]);
  });

  it('rejects a text of 500,000 characters', () => {
    const createSetOfYears = (count: number): string => `{${Array(count).fill('1850').join(',')}}`;
    expect(isValid(createSetOfYears(90))).toBe(true);
    expect(isValid(createSetOfYears(100_000))).toBe(false);
  });
});
