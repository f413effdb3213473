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

/** How many bytes are copied at once. */
const batchBytes = 1024 * 1024;

/** The features in a file, in the order in which they were read. Only their places are in memory: some hundred bytes for each. */
type StoredFeatures = {
  readonly boxes: readonly Bounds[];
  /** Where each feature begins, and at last where they end. */
  readonly starts: readonly number[];
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
  const boxes: Bounds[] = [];
  const starts = [0];
  let areHigh = true;
  let counts: OutputCounts = { resources: 0, leftOut: 0 };
  let end = 0;
  for await (const { rows, records } of chunks) {
    const rowsOfTable = (rows[0] ?? []).map((row) => placeRow(row, table));
    const written = rowsOfTable.map((row) => {
      const feature = writeFeature(row, table);
      boxes.push(row.geometry === undefined ? emptyBounds : boundsOf(row.geometry));
      if (row.geometry !== undefined) areHigh &&= hasHeights(row.geometry);
      starts.push((end += feature.length));
      return feature;
    });
    await target.appendFile(Buffer.concat(written));
    const leftOut = rowsOfTable.reduce((sum, row) => sum + row.leftOut, counts.leftOut);
    counts = { resources: counts.resources + records, leftOut };
  }
  return { boxes, starts, hasHeights: areHigh && boxes.some(isPlaced), counts };
}

const isPlaced = ([west]: Bounds): boolean => west !== Infinity;

async function writeInOrder(
  target: FileHandle,
  features: FileHandle,
  table: SpatialTable,
  { boxes, starts, hasHeights }: StoredFeatures,
): Promise<void> {
  const bounds = boxes.reduce(unite, emptyBounds);
  const positions = Float64Array.from(boxes, (box) => positionOnCurve(box, bounds));
  const order = Uint32Array.from(boxes.keys()).sort(
    (left, right) => (positions[left] ?? 0) - (positions[right] ?? 0),
  );
  const hasIndex = boxes.length > 0;
  const summary = {
    bounds,
    features: boxes.length,
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
  boxes: readonly Bounds[],
  starts: readonly number[],
): { readonly boxes: Float64Array; readonly offsets: BigUint64Array } {
  const arranged = new Float64Array(order.length * 4);
  const offsets = new BigUint64Array(order.length);
  let offset = 0;
  order.forEach((feature, index) => {
    arranged.set(boxes[feature] ?? emptyBounds, index * 4);
    offsets[index] = BigInt(offset);
    offset += sizeOf(feature, starts);
  });
  return { boxes: arranged, offsets };
}

const sizeOf = (feature: number, starts: readonly number[]): number =>
  (starts[feature + 1] ?? 0) - (starts[feature] ?? 0);

async function copyInOrder(
  target: FileHandle,
  features: FileHandle,
  order: Uint32Array,
  starts: readonly number[],
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
