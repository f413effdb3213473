import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { compareTiles, type TilePlace } from '../../../../lib/model/resources/tile-order.ts';

const sort = (...tiles: readonly TilePlace[]): readonly string[] =>
  tiles.toSorted(compareTiles).map(({ tileId }) => tileId);

describe('the order of tiles of a nodegroup', () => {
  it('is that of their sort orders, of which a missing one counts as 0', () => {
    expect(
      sort(
        { tileId: 'a', sortOrder: 1, position: 1 },
        { tileId: 'b', sortOrder: null, position: 3 },
        { tileId: 'c', sortOrder: -1, position: 4 },
        { tileId: 'd', sortOrder: 0, position: 2 },
      ),
    ).toEqual(['c', 'd', 'b', 'a']);
  });

  it('is that of their ids where they have the same position, as all of the time before there were positions', () => {
    expect(
      sort(
        { tileId: 'c', sortOrder: 0, position: 7 },
        { tileId: 'b', sortOrder: 0, position: 0 },
        { tileId: 'a', sortOrder: 0, position: 0 },
      ),
    ).toEqual(['a', 'b', 'c']);
  });

  it('has those that are not stored yet after the stored ones, as they are given', () => {
    expect(
      sort(
        { tileId: 'c', sortOrder: 0 },
        { tileId: 'a', sortOrder: 0 },
        { tileId: 'd', sortOrder: 0, position: 9 },
        { tileId: 'b', sortOrder: -1 },
      ),
    ).toEqual(['b', 'd', 'c', 'a']);
  });

  it('is one order, whichever tiles are compared first', () => {
    const tile: fc.Arbitrary<TilePlace> = fc.record({
      tileId: fc.constantFrom('a', 'b', 'c'),
      sortOrder: fc.constantFrom(null, 0, 1),
      position: fc.constantFrom(undefined, 0, 1, 2),
    });
    fc.assert(
      fc.property(fc.array(tile, { maxLength: 4 }), (tiles) => {
        const order = tiles.toSorted(compareTiles);
        for (const [index, one] of order.entries())
          for (const other of order.slice(index)) {
            expect(compareTiles(one, other)).toBeLessThanOrEqual(0);
            expect(compareTiles(other, one)).toBeGreaterThanOrEqual(0);
          }
      }),
    );
  });
});
