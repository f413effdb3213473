import { inflateRawSync } from 'node:zlib';

/** A file in an archive: its path in it, and its content. */
export type ArchivedFile = { readonly path: string; readonly content: Buffer };

const endOfDirectory = 0x06054b50;
const endLength = 22;
const entryLength = 46;
const localHeaderLength = 30;
const deflated = 8;

function contentAt(archive: Buffer, offset: number, length: number, method: number): Buffer {
  const nameAndExtra = archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
  const start = offset + localHeaderLength + nameAndExtra;
  const stored = archive.subarray(start, start + length);
  return method === deflated ? inflateRawSync(stored) : stored;
}

/**
 * Reads the files of a zip archive as the packager writes them: no comment, no encryption, under 4 GB
 * (PKWARE APPNOTE 6.3, sections 4.3.7, 4.3.12 and 4.3.16).
 * @param archive the whole archive
 * @throws Error when it is no such archive
 */
export function unzip(archive: Buffer): readonly ArchivedFile[] {
  const end = archive.length - endLength;
  if (end < 0 || archive.readUInt32LE(end) !== endOfDirectory) {
    throw new Error('Not a zip archive as the packager writes it. Run npm run package again.');
  }
  const files: ArchivedFile[] = [];
  let entry = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const method = archive.readUInt16LE(entry + 10);
    const length = archive.readUInt32LE(entry + 20);
    const nameLength = archive.readUInt16LE(entry + 28);
    const extraLength = archive.readUInt16LE(entry + 30);
    const path = archive.toString('utf8', entry + entryLength, entry + entryLength + nameLength);
    const content = contentAt(archive, archive.readUInt32LE(entry + 42), length, method);
    files.push({ path, content });
    entry += entryLength + nameLength + extraLength;
  }
  return files;
}
