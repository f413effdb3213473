/** The number of children of each node. */
export const nodeSize = 16;

const numbersPerNode = 5;
const bytesPerNode = 8 * numbersPerNode;

/** The boxes and the places of features in the order of the file: west, south, east, north of each, one after the other. */
export type IndexedFeatures = {
  readonly boxes: Float64Array;
  /** Where each feature begins, in bytes from the first one. */
  readonly offsets: readonly bigint[] | BigUint64Array;
};

/**
 * Writes the index of a FlatGeobuf file: a packed R-tree, whose nodes follow each other from the root to the leaves. A leaf has the box of a
 * feature and its offset; any other node the box around its children and the number of the first of them.
 * @param features at least one
 */
export function writePackedTree({ boxes, offsets }: IndexedFeatures): Uint8Array {
  const levels = countLevels(offsets.length, nodeSize);
  const nodes = levels.reduce((sum, size) => sum + size, 0);
  const bytes = new ArrayBuffer(nodes * bytesPerNode);
  const numbers = new Float64Array(bytes);
  const integers = new BigUint64Array(bytes);
  let start = nodes - offsets.length;
  for (let feature = 0; feature < offsets.length; feature += 1) {
    const at = (start + feature) * numbersPerNode;
    numbers.set(boxes.subarray(feature * 4, feature * 4 + 4), at);
    integers[at + 4] = offsets[feature] ?? 0n;
  }
  levels.slice(1).forEach((size, level) => {
    const end = start + (levels[level] ?? 0);
    const parents = start - size;
    for (let node = 0; node < size; node += 1) {
      const first = start + node * nodeSize;
      const at = (parents + node) * numbersPerNode;
      numbers.set([Infinity, Infinity, -Infinity, -Infinity], at);
      for (let child = first; child < Math.min(first + nodeSize, end); child += 1)
        expandBox(numbers, at, child * numbersPerNode);
      integers[at + 4] = BigInt(first);
    }
    start = parents;
  });
  return new Uint8Array(bytes);
}

/** The bytes of the index of a file. @param children of each node */
export function sizePackedTree(features: number, children: number): number {
  return countLevels(features, children).reduce((sum, size) => sum + size, 0) * bytesPerNode;
}

/** The number of nodes of each level, from the leaves to the root. */
function countLevels(features: number, children: number): readonly number[] {
  const levels = [features];
  let size = features;
  do {
    size = Math.ceil(size / children);
    levels.push(size);
  } while (size > 1);
  return levels;
}

/** Expands the box at one place by that at another. */
function expandBox(numbers: Float64Array, at: number, by: number): void {
  for (const axis of [0, 1]) {
    numbers[at + axis] = Math.min(numbers[at + axis] ?? 0, numbers[by + axis] ?? 0);
    numbers[at + 2 + axis] = Math.max(numbers[at + 2 + axis] ?? 0, numbers[by + 2 + axis] ?? 0);
  }
}
