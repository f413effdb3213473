import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Bounds } from '../../../../../lib/model/tables/flat-geometry.ts';
import {
  nodeSize,
  writePackedTree,
} from '../../../../../lib/serializers/tables/flatgeobuf/packed-tree.ts';

const boxes = fc
  .tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: -50, max: 50 }), fc.nat(9), fc.nat(9))
  .map(([west, south, width, height]): Bounds => [west, south, west + width, south + height]);

const touch = (left: Bounds, right: Bounds): boolean =>
  left[0] <= right[2] && left[2] >= right[0] && left[1] <= right[3] && left[3] >= right[1];

/** Finds the offsets of what touches a box, from the root down, as the specification of FlatGeobuf reads a tree. */
function search(tree: Uint8Array, features: number, box: Bounds): readonly bigint[] {
  const view = new DataView(tree.buffer, tree.byteOffset, tree.length);
  const nodes = tree.length / 40;
  const firstLeaf = nodes - features;
  const sizes: number[] = [features];
  do sizes.push(Math.ceil((sizes.at(-1) ?? 0) / nodeSize));
  while ((sizes.at(-1) ?? 0) > 1);
  const endOfLevel = (node: number): number => {
    let end = 0;
    for (const size of sizes.toReversed()) {
      end += size;
      if (node < end) return end;
    }
    return end;
  };
  const offsets: bigint[] = [];
  const visit = (first: number, last: number): void => {
    for (let node = first; node < last; node += 1) {
      const number = (index: number): number => view.getFloat64(node * 40 + index * 8, true);
      if (!touch([number(0), number(1), number(2), number(3)], box)) continue;
      const offset = view.getBigUint64(node * 40 + 32, true);
      if (node >= firstLeaf) offsets.push(offset);
      else visit(Number(offset), Math.min(Number(offset) + nodeSize, endOfLevel(Number(offset))));
    }
  };
  visit(0, 1);
  return offsets;
}

describe('the index of a FlatGeobuf file', () => {
  it('finds exactly what touches a box, among any number of features', () => {
    fc.assert(
      fc.property(fc.array(boxes, { minLength: 1, maxLength: 700 }), boxes, (all, box) => {
        const offsets = all.map((_, index) => BigInt(index * 100));
        const tree = writePackedTree({ boxes: Float64Array.from(all.flat()), offsets });
        const expected = offsets.filter((_, index) => touch(all[index] ?? box, box));
        expect(search(tree, all.length, box)).toEqual(expected);
      }),
    );
  });

  it('finds nothing for a feature without a geometry', () => {
    const box = [Infinity, Infinity, -Infinity, -Infinity];
    const tree = writePackedTree({ boxes: Float64Array.from(box), offsets: [0n] });
    expect(search(tree, 1, [-180, -90, 180, 90])).toEqual([]);
  });
});
