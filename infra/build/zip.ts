import { promisify } from 'node:util';
import { crc32, deflateRaw, inflateRawSync } from 'node:zlib';

/** A file in an archive. */
export type ArchivedFile = { readonly path: string; readonly content: Buffer };

// Source: PKWARE APPNOTE 6.3, sections 4.3.7 (local header), 4.3.12 (directory entry) and 4.3.16 (end of the directory).
const localSignature = 0x04034b50;
const localLength = 30;
const entrySignature = 0x02014b50;
const entryLength = 46;
const endSignature = 0x06054b50;
const endLength = 22;

const deflateMethod = 8;
const utf8Names = 0x0800;
const version = 20;
/** 1 January 1980, the first date of the format. A fixed date makes archives of the same files identical. */
const firstDay = 0x0021;
/** The attributes of files created on Unix that all users can read. */
const createdOnUnix = (3 << 8) | version;
const readableByAll = (0o100644 << 16) >>> 0;

const compress = promisify(deflateRaw);

/**
 * Creates a zip archive. The same files always result in the same bytes.
 * @param files together under 4 GB
 */
export async function zip(files: readonly ArchivedFile[]): Promise<Buffer> {
  const parts: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const { path, content } of files) {
    const name = Buffer.from(path);
    const compressed = await compress(content);
    const commonFields = Buffer.alloc(26);
    commonFields.writeUInt16LE(version, 0);
    commonFields.writeUInt16LE(utf8Names, 2);
    commonFields.writeUInt16LE(deflateMethod, 4);
    commonFields.writeUInt16LE(firstDay, 8);
    commonFields.writeUInt32LE(crc32(content), 10);
    commonFields.writeUInt32LE(compressed.length, 14);
    commonFields.writeUInt32LE(content.length, 18);
    commonFields.writeUInt16LE(name.length, 22);
    entries.push(createDirectoryEntry(commonFields, offset), name);
    parts.push(toUint32Bytes(localSignature), commonFields, name, compressed);
    offset += localLength + name.length + compressed.length;
  }
  const directory = Buffer.concat(entries);
  return Buffer.concat([
    ...parts,
    directory,
    createEndOfDirectory(files.length, directory.length, offset),
  ]);
}

function toUint32Bytes(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function createDirectoryEntry(commonFields: Buffer, offset: number): Buffer {
  const bytes = Buffer.alloc(entryLength);
  bytes.writeUInt32LE(entrySignature, 0);
  bytes.writeUInt16LE(createdOnUnix, 4);
  commonFields.copy(bytes, 6);
  bytes.writeUInt32LE(readableByAll, 38);
  bytes.writeUInt32LE(offset, 42);
  return bytes;
}

function createEndOfDirectory(fileCount: number, directoryLength: number, offset: number): Buffer {
  const bytes = Buffer.alloc(endLength);
  bytes.writeUInt32LE(endSignature, 0);
  bytes.writeUInt16LE(fileCount, 8);
  bytes.writeUInt16LE(fileCount, 10);
  bytes.writeUInt32LE(directoryLength, 12);
  bytes.writeUInt32LE(offset, 16);
  return bytes;
}

/**
 * Reads a zip archive of the kind that `zip` creates: without a comment, not encrypted, under 4 GB.
 * @throws Error for any other archive
 */
export function unzip(archive: Buffer): readonly ArchivedFile[] {
  const end = archive.length - endLength;
  if (end < 0 || archive.readUInt32LE(end) !== endSignature) {
    throw new Error('This zip archive was not made by the packager. Run npm run package again.');
  }
  const files: ArchivedFile[] = [];
  let position = archive.readUInt32LE(end + 16);
  for (let remaining = archive.readUInt16LE(end + 10); remaining > 0; remaining -= 1) {
    const method = archive.readUInt16LE(position + 10);
    const length = archive.readUInt32LE(position + 20);
    const nameLength = archive.readUInt16LE(position + 28);
    const extraLength = archive.readUInt16LE(position + 30);
    const path = archive.toString(
      'utf8',
      position + entryLength,
      position + entryLength + nameLength,
    );
    const content = readContent(archive, archive.readUInt32LE(position + 42), length, method);
    files.push({ path, content });
    position += entryLength + nameLength + extraLength;
  }
  return files;
}

function readContent(archive: Buffer, offset: number, length: number, method: number): Buffer {
  const nameAndExtra = archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
  const start = offset + localLength + nameAndExtra;
  const storedBytes = archive.subarray(start, start + length);
  return method === deflateMethod ? inflateRawSync(storedBytes) : storedBytes;
}
