import { describe, expect, it } from 'vitest';

import { readWrittenQuestion } from '../../../../lib/http/questions/read-question.ts';
import { parseGridReference } from '../../../../lib/model/places/grid-reference.ts';

const read = (near: string, areGridReferencesRead: boolean) =>
  readWrittenQuestion(new Map([['near', [near]]]), { areGridReferencesRead, datingNodes: [] });

describe('near', () => {
  it.each(['SU 123 456', 'su1234', '30UXC0000000000'])(
    'takes the grid reference %s for the centre of its square',
    (reference) => {
      const { longitude, latitude } = parseGridReference(reference) ?? {};
      expect(read(`${reference},2000`, true)).toEqual(read(`${longitude},${latitude},2000`, false));
    },
  );

  it.each(['SU 123 456', 'SU 123 456,', 'SU 123 456,2000,1', 'SU 12,34,2000', 'SU,2000', ',2000'])(
    'refuses %j, and names the forms that it takes',
    (text) => {
      expect(() => read(text, true)).toThrow(/longitude.* or a reference of the British/);
    },
  );

  it('takes no grid references unless a setting says so', () => {
    expect(() => read('SU 123 456,2000', false)).toThrow(/such as -1\.826,51\.179,2000\.$/);
  });
});
