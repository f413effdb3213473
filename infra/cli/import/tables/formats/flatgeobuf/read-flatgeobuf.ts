import { magicBytes } from '../../../../../../lib/serializers/tables/flatgeobuf/flatgeobuf.ts';
import { sizePackedTree } from '../../../../../../lib/serializers/tables/flatgeobuf/packed-tree.ts';
import { geometryColumnName } from '../../../../../../lib/model/tables/spatial-table.ts';
import { FileFormatError } from '../../../file-error.ts';
import { readFileBytes } from '../../../read-file.ts';
import type { FileCell, FileRow, TableFile } from '../../table-cell.ts';
import { InvalidBinaryError } from '../well-known-binary.ts';
import { ByteQueue } from './byte-queue.ts';
import { FlatTable } from './flat-table.ts';
import { readGeometry, readProperties, type FlatColumn } from './read-feature.ts';

type Header = {
  readonly columns: readonly FlatColumn[];
  readonly geometryType: number;
  readonly crs: string | undefined;
  /** The size of the index between the header and the features. */
  readonly indexBytes: number;
};

/** Larger headers and features are taken for damage. */
const maxBufferBytes = 256 * 1024 * 1024;

/**
 * Opens a FlatGeobuf file of version 3 (https://flatgeobuf.org, specification).
 * @throws FileFormatError `malformed_fgb`, and the errors of `readFileBytes`
 */
export async function openFlatGeobuf(file: string): Promise<TableFile> {
  const { queue, header } = await openFile(file);
  await queue.close();
  const { columns, crs } = header;
  const names = columns.map(({ name }) => name);
  const isPlaced = await hasGeometry(file);
  return {
    tables: [
      {
        name: undefined,
        headings: isPlaced ? [...names, geometryColumnName] : names,
        geometryHeading: isPlaced ? geometryColumnName : undefined,
        crs,
        readRows: () => readRows(file),
      },
    ],
    close: () => undefined,
  };
}

async function openFile(
  file: string,
): Promise<{ readonly queue: ByteQueue; readonly header: Header }> {
  const queue = new ByteQueue(readFileBytes(file, true));
  const magic = await queue.take(magicBytes.length);
  // The last byte is the patch of the version.
  if (!magicBytes.subarray(0, -1).every((byte, index) => magic[index] === byte))
    throw new FileFormatError('malformed_fgb', 'The file is no FlatGeobuf of version 3');
  const header = await takeBuffer(queue, readHeader);
  if (header === undefined) throw new FileFormatError('malformed_fgb', 'The file has no header');
  await queue.skip(header.indexBytes);
  return { queue, header };
}

async function* readRows(file: string): AsyncGenerator<FileRow> {
  const { queue, header } = await openFile(file);
  try {
    for (let number = 1; ; number += 1) {
      const cells = await takeBuffer(queue, (feature) => readFeature(feature, header));
      if (cells === undefined) return;
      yield { number, cells };
    }
  } finally {
    await queue.close();
  }
}

/** Whether a feature has a geometry. Features without one follow each other to the end of the file. */
async function hasGeometry(file: string): Promise<boolean> {
  for await (const { cells } of readRows(file)) if (cells.at(-1) !== '') return true;
  return false;
}

/** Takes a buffer after its size. @returns undefined at the end of the file */
async function takeBuffer<Value>(
  queue: ByteQueue,
  read: (table: FlatTable) => Value,
): Promise<Value | undefined> {
  const sizeBytes = await queue.take(4);
  if (sizeBytes.length === 0) return undefined;
  try {
    const size = new DataView(sizeBytes.buffer, sizeBytes.byteOffset, sizeBytes.length).getUint32(
      0,
      true,
    );
    if (size > maxBufferBytes) throw new RangeError('too large');
    const bytes = await queue.take(size);
    if (bytes.length < size) throw new RangeError('cut off');
    return read(FlatTable.open(bytes));
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new FileFormatError('malformed_fgb', 'The file is cut off or damaged', {}, { cause });
  }
}

const defaultIndexNodeSize = 16;

function readHeader(table: FlatTable): Header {
  const crs = table.table(10);
  const code = crs?.int32(1) ?? 0;
  const organization = crs?.text(0) ?? 'EPSG';
  const features = Number(table.uint64(8));
  const children = table.uint16(9, defaultIndexNodeSize);
  return {
    columns: table.tables(7).map((column) => ({
      name: column.text(0) ?? '',
      type: column.uint8(1),
    })),
    geometryType: table.uint8(2),
    crs: organization.toUpperCase() === 'EPSG' && code > 0 ? `EPSG:${code}` : undefined,
    indexBytes: features === 0 || children < 2 ? 0 : sizePackedTree(features, children),
  };
}

function readFeature(feature: FlatTable, { columns, geometryType }: Header): readonly FileCell[] {
  const cells = readProperties(feature.bytes(1) ?? new Uint8Array(), columns);
  const geometry = feature.table(0);
  return [...cells, geometry === undefined ? '' : toCell(geometry, geometryType)];
}

function toCell(geometry: FlatTable, geometryType: number): FileCell {
  try {
    return { kind: 'geometry', geometry: readGeometry(geometry, geometryType), srid: undefined };
  } catch (error) {
    if (!(error instanceof InvalidBinaryError)) throw error;
    return { kind: 'fault', code: error.code, message: error.message };
  }
}
