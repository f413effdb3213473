import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { JsonMember } from '../../../../lib/json/split-members.ts';
import {
  joinProperties,
  type JoinMode,
} from '../../../../lib/serializers/geojson/join-properties.ts';

const joinToObject = (
  values: readonly JsonMember[],
  mode: JoinMode = 'list',
): Record<string, unknown> => JSON.parse(`{${joinProperties(values, mode).replace(/,$/, '')}}`);

describe('joining GeoJSON properties', () => {
  it('keeps a single value unchanged', () => {
    expect(joinToObject([['name', '"Old Mill"']])).toEqual({ name: 'Old Mill' });
  });

  it('joins values of one name in a list, in order', () => {
    const values: readonly JsonMember[] = [
      ['name', '"Old Mill"'],
      ['kind', '"mill"'],
      ['name', '"Mill House"'],
    ];
    expect(joinToObject(values)).toEqual({ name: ['Old Mill', 'Mill House'], kind: 'mill' });
  });

  it('keeps a list value as one element of the joined list', () => {
    expect(joinToObject([['kinds', '["a", "b"]']])).toEqual({ kinds: ['a', 'b'] });
    const values: readonly JsonMember[] = [
      ['kinds', '["a", "b"]'],
      ['kinds', '["c"]'],
    ];
    expect(joinToObject(values)).toEqual({ kinds: [['a', 'b'], ['c']] });
  });

  it('joins values of one name in one text on request, and keeps a single value unchanged', () => {
    const values: readonly JsonMember[] = [
      ['name', '"Old Mill"'],
      ['height', '12.50'],
      ['name', '"Mill, \\"House\\""'],
      ['kinds', '["a"]'],
      ['kinds', '["b"]'],
      ['empty', '""'],
      ['empty', 'null'],
      ['name', '3.10'],
    ];
    expect(joinToObject(values, 'text')).toEqual({
      name: 'Old Mill, Mill, "House", 3.10',
      height: 12.5,
      kinds: '["a"], ["b"]',
      empty: '',
    });
  });

  it('never loses or reorders the values of a name', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.integer())), (values) => {
        const expected = Map.groupBy(values, ([name]) => name);
        const joined = joinToObject(
          values.map(([name, value]): JsonMember => [name, String(value)]),
        );
        expect(Object.keys(joined).toSorted()).toEqual([...expected.keys()].toSorted());
        for (const [name, members] of expected) {
          const expectedValues = members.map(([, value]) => value);
          expect(joined[name]).toEqual(
            expectedValues.length === 1 ? expectedValues[0] : expectedValues,
          );
        }
      }),
    );
  });
});
