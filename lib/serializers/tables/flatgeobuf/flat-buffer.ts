import { createByteWriter, type ByteWriter } from '../byte-writer.ts';

/*
 * FlatBuffers (https://flatbuffers.dev/internals): a table is a list of fields, each at a distance that its vtable states. Everything is
 * written forwards: a vtable, its table, then what the table refers to.
 */

/** The value of a field: a number in the table itself, or something that follows the table. */
export type Field =
  | { readonly kind: 'uint8' | 'uint16' | 'int32'; readonly value: number }
  | { readonly kind: 'uint64'; readonly value: bigint }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'bytes'; readonly value: Uint8Array }
  | { readonly kind: 'uint32s' | 'float64s'; readonly value: readonly number[] }
  | { readonly kind: 'table'; readonly value: TableFields }
  | { readonly kind: 'tables'; readonly value: readonly TableFields[] };

/** The fields of a table, in the order of its schema; undefined for those with their default value. */
export type TableFields = readonly (Field | undefined)[];

const inlineSizes: Readonly<Partial<Record<Field['kind'], number>>> = {
  uint8: 1,
  uint16: 2,
  int32: 4,
  uint64: 8,
};
const referenceSize = 4;
const largestAlignment = 8;

const sizeOf = ({ kind }: Field): number => inlineSizes[kind] ?? referenceSize;

/** Writes a table as a buffer that begins with its size in four bytes. */
export function writeSizedBuffer(fields: TableFields): Uint8Array {
  const writer = createByteWriter();
  writer.uint32(0);
  writer.uint32(0);
  const table = writeTable(fields, writer);
  writer.align(largestAlignment);
  writer.replaceUint32(0, writer.length() - 4);
  writer.replaceUint32(4, table - 4);
  return writer.written();
}

/** @returns the position of the table */
function writeTable(fields: TableFields, writer: ByteWriter): number {
  const distances: number[] = [];
  let size = 4;
  for (const field of fields) {
    if (field === undefined) {
      distances.push(0);
      continue;
    }
    const fieldSize = sizeOf(field);
    size = Math.ceil(size / fieldSize) * fieldSize;
    distances.push(size);
    size += fieldSize;
  }
  writer.align(2);
  const vtable = writer.length();
  writer.uint16(4 + 2 * fields.length);
  writer.uint16(size);
  distances.forEach(writer.uint16);
  writer.align(largestAlignment);
  const table = writer.length();
  writer.uint32(table - vtable);
  fields.forEach((field, index) => {
    if (field === undefined) return;
    writer.bytes(new Uint8Array(table + (distances[index] ?? 0) - writer.length()));
    writeInline(field, writer);
  });
  fields.forEach((field, index) => {
    if (field === undefined || field.kind in inlineSizes) return;
    const position = table + (distances[index] ?? 0);
    writer.replaceUint32(position, writeReferred(field, writer) - position);
  });
  return table;
}

function writeInline(field: Field, writer: ByteWriter): void {
  if (field.kind === 'uint8') writer.uint8(field.value);
  else if (field.kind === 'uint16') writer.uint16(field.value);
  else if (field.kind === 'int32') writer.uint32(field.value);
  else if (field.kind === 'uint64') writer.uint64(field.value);
  else writer.uint32(0);
}

/** @returns the position of what a field refers to */
function writeReferred(field: Field, writer: ByteWriter): number {
  switch (field.kind) {
    case 'string': {
      const start = beginVector(Buffer.byteLength(field.value), 4, writer);
      writer.bytes(Buffer.from(field.value));
      writer.uint8(0);
      return start;
    }
    case 'bytes': {
      const start = beginVector(field.value.length, 4, writer);
      writer.bytes(field.value);
      return start;
    }
    case 'uint32s': {
      const start = beginVector(field.value.length, 4, writer);
      field.value.forEach(writer.uint32);
      return start;
    }
    case 'float64s': {
      const start = beginVector(field.value.length, 8, writer);
      field.value.forEach(writer.float64);
      return start;
    }
    case 'table':
      return writeTable(field.value, writer);
    case 'tables': {
      const start = beginVector(field.value.length, 4, writer);
      field.value.forEach(() => writer.uint32(0));
      field.value.forEach((fields, index) => {
        const position = start + 4 + 4 * index;
        writer.replaceUint32(position, writeTable(fields, writer) - position);
      });
      return start;
    }
    default:
      throw new TypeError(`A field of the kind ${field.kind} is in its table.`);
  }
}

/** Writes the number of elements, which follow it at their alignment. @returns its position */
function beginVector(elements: number, alignment: number, writer: ByteWriter): number {
  writer.align(alignment, 4);
  const start = writer.length();
  writer.uint32(elements);
  return start;
}
