import { createByteWriter } from '../../../../../lib/serializers/tables/byte-writer.ts';

/** A file in a zip archive, deflated. */
export type ZipPart = {
  readonly path: string;
  /** CRC-32 of the content. */
  readonly checksum: number;
  readonly bytes: number;
  readonly deflatedBytes: number;
};

const version = 20;
/** Names are UTF-8. */
const flags = 0x800;
const deflated = 8;
/** 1980-01-01, so that equal data make equal files. */
const time = 0;
const date = 0x21;

/** The largest number in an archive without the extensions for larger ones. */
export const maxZipBytes = 0xffff_ffff;

type ByteFields = ReturnType<typeof createByteWriter>;

function writeCommonFields(part: ZipPart, writer: ByteFields): void {
  for (const value of [version, flags, deflated, time, date]) writer.uint16(value);
  for (const value of [part.checksum, part.deflatedBytes, part.bytes]) writer.uint32(value);
  writer.uint16(Buffer.byteLength(part.path));
  writer.uint16(0);
}

/** Writes what precedes the content of a part (PKWARE APPNOTE 6.3, 4.3.7). */
export function writeLocalHeader(part: ZipPart): Uint8Array {
  const writer = createByteWriter();
  writer.uint32(0x0403_4b50);
  writeCommonFields(part, writer);
  writer.bytes(Buffer.from(part.path));
  return writer.written();
}

/** Writes the end of an archive, which lists its parts (4.3.12, 4.3.16). @param parts with the places of their headers */
export function writeDirectory(
  parts: readonly (ZipPart & { readonly offset: number })[],
  start: number,
): Uint8Array {
  const writer = createByteWriter();
  for (const part of parts) {
    writer.uint32(0x0201_4b50);
    writer.uint16(version);
    writeCommonFields(part, writer);
    for (const value of [0, 0, 0]) writer.uint16(value);
    writer.uint32(0);
    writer.uint32(part.offset);
    writer.bytes(Buffer.from(part.path));
  }
  const size = writer.length();
  writer.uint32(0x0605_4b50);
  for (const value of [0, 0, parts.length, parts.length]) writer.uint16(value);
  writer.uint32(size);
  writer.uint32(start);
  writer.uint16(0);
  return writer.written();
}
