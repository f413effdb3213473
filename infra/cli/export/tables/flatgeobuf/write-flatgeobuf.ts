import { open, rm, type FileHandle } from 'node:fs/promises';

import {
  boundsOf,
  emptyBounds,
  hasHeights,
  unite,
  type Bounds,
} from '../../../../../lib/model/tables/flat-geometry.ts';
import type { SpatialTable } from '../../../../../lib/model/tables/spatial-table.ts';
import {
  magicBytes,
  writeFeature,
  writeHeader,
} from '../../../../../lib/serializers/tables/flatgeobuf/flatgeobuf.ts';
import { positionOnCurve } from '../../../../../lib/serializers/tables/flatgeobuf/hilbert.ts';
import {
  nodeSize,
  writePackedTree,
} from '../../../../../lib/serializers/tables/flatgeobuf/packed-tree.ts';
import { placeRow } from '../../../../../lib/serializers/tables/placed-row.ts';
import type { OutputCounts } from '../../chunked-output.ts';
import type { TableContent, WriteTableFile } from '../table-file.ts';
import { createNumberList } from './number-list.ts';

/** How many bytes are copied at once. */
const batchBytes = 1024 * 1024;

/** The features in a file, in the order in which they were read. Only their places are in memory. */
type StoredFeatures = {
  /** Four numbers for each: west, south, east and north. */
  readonly boxes: Float64Array;
  /** Where each feature begins, and at last where they end. */
  readonly starts: Float64Array;
  readonly hasHeights: boolean;
  readonly counts: OutputCounts;
};

/**
 * Writes the first table as FlatGeobuf 3 with a spatial index, in two passes: the features as they are read, into a file beside; then the header,
 * the index, and the features in the order of the index. A row without a geometry is a feature with an empty box.
 */
export const writeFlatGeobuf: WriteTableFile = async (file, content) => {
  const [table] = content.tables;
  if (table === undefined) return { resources: 0, leftOut: 0 };
  const featureFile = `${file}.features`;
  const features = await open(featureFile, 'w+', 0o600);
  try {
    const stored = await storeFeatures(features, table, content);
    const target = await open(file, 'w', 0o600);
    try {
      await writeInOrder(target, features, table, stored);
    } finally {
      await target.close();
    }
    return stored.counts;
  } finally {
    await features.close();
    await rm(featureFile, { force: true });
  }
};

async function storeFeatures(
  target: FileHandle,
  table: SpatialTable,
  { chunks }: TableContent,
): Promise<StoredFeatures> {
  const boxes = createNumberList();
  const starts = createNumberList();
  starts.add([0]);
  let areHigh = true;
  let isPlaced = false;
  let counts: OutputCounts = { resources: 0, leftOut: 0 };
  let end = 0;
  for await (const { rows, records } of chunks) {
    const rowsOfTable = (rows[0] ?? []).map((row) => placeRow(row, table));
    const written = rowsOfTable.map((row) => {
      const feature = writeFeature(row, table);
      const box = row.geometry === undefined ? emptyBounds : boundsOf(row.geometry);
      boxes.add(box);
      isPlaced ||= box[0] !== Infinity;
      if (row.geometry !== undefined) areHigh &&= hasHeights(row.geometry);
      starts.add([(end += feature.length)]);
      return feature;
    });
    await target.appendFile(Buffer.concat(written));
    const leftOut = rowsOfTable.reduce((sum, row) => sum + row.leftOut, counts.leftOut);
    counts = { resources: counts.resources + records, leftOut };
  }
  return {
    boxes: boxes.toArray(),
    starts: starts.toArray(),
    hasHeights: areHigh && isPlaced,
    counts,
  };
}

const boxOf = (boxes: Float64Array, feature: number): Bounds => {
  const [west = 0, south = 0, east = 0, north = 0] = boxes.subarray(feature * 4, feature * 4 + 4);
  return [west, south, east, north];
};

async function writeInOrder(
  target: FileHandle,
  features: FileHandle,
  table: SpatialTable,
  { boxes, starts, hasHeights }: StoredFeatures,
): Promise<void> {
  const order = Uint32Array.from({ length: boxes.length / 4 }, (_, feature) => feature);
  let bounds = emptyBounds;
  for (const feature of order) bounds = unite(bounds, boxOf(boxes, feature));
  const positions = Float64Array.from(order, (feature) =>
    positionOnCurve(boxOf(boxes, feature), bounds),
  );
  order.sort((left, right) => (positions[left] ?? 0) - (positions[right] ?? 0));
  const hasIndex = order.length > 0;
  const summary = {
    bounds,
    features: order.length,
    hasHeights,
    indexNodeSize: hasIndex ? nodeSize : 0,
  };
  await target.appendFile(Buffer.concat([magicBytes, writeHeader(table, summary)]));
  if (hasIndex) await target.appendFile(writePackedTree(arrange(order, boxes, starts)));
  await copyInOrder(target, features, order, starts);
}

/** Arranges boxes and offsets in the order of the file. */
function arrange(
  order: Uint32Array,
  boxes: Float64Array,
  starts: Float64Array,
): { readonly boxes: Float64Array; readonly offsets: BigUint64Array } {
  const arranged = new Float64Array(order.length * 4);
  const offsets = new BigUint64Array(order.length);
  let offset = 0;
  order.forEach((feature, index) => {
    arranged.set(boxes.subarray(feature * 4, feature * 4 + 4), index * 4);
    offsets[index] = BigInt(offset);
    offset += sizeOf(feature, starts);
  });
  return { boxes: arranged, offsets };
}

const sizeOf = (feature: number, starts: Float64Array): number =>
  (starts[feature + 1] ?? 0) - (starts[feature] ?? 0);

async function copyInOrder(
  target: FileHandle,
  features: FileHandle,
  order: Uint32Array,
  starts: Float64Array,
): Promise<void> {
  let batch: Buffer[] = [];
  let bytes = 0;
  for (const feature of order) {
    const size = sizeOf(feature, starts);
    const content = Buffer.alloc(size);
    await features.read(content, 0, size, starts[feature] ?? 0);
    batch.push(content);
    bytes += size;
    if (bytes < batchBytes) continue;
    await target.appendFile(Buffer.concat(batch));
    batch = [];
    bytes = 0;
  }
  await target.appendFile(Buffer.concat(batch));
}
