import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { joinProperties } from '../../../../lib/serializers/geojson/joined-properties.ts';

describe('joining GeoJSON properties', () => {
  it('leaves a single value as it is', () => {
    expect(joinProperties([['name', 'Old Mill']])).toEqual({ name: 'Old Mill' });
  });

  it('joins values of one name in a list, in the order in which they came', () => {
    expect(
      joinProperties([
        ['name', 'Old Mill'],
        ['kind', 'mill'],
        ['name', 'Mill House'],
      ]),
    ).toEqual({ name: ['Old Mill', 'Mill House'], kind: 'mill' });
  });

  it('keeps a value that is a list apart from the list that joins', () => {
    expect(joinProperties([['kinds', ['a', 'b']]])).toEqual({ kinds: ['a', 'b'] });
    expect(
      joinProperties([
        ['kinds', ['a', 'b']],
        ['kinds', ['c']],
      ]),
    ).toEqual({ kinds: [['a', 'b'], ['c']] });
  });

  it('never loses a value, whatever the names', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.integer())), (values) => {
        const joined = joinProperties(values);
        const count = Object.values(joined).reduce<number>(
          (sum, value) => sum + (Array.isArray(value) ? value.length : 1),
          0,
        );
        expect(count).toBe(values.length);
      }),
    );
  });
});
