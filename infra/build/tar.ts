import { createReadStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createGunzip } from 'node:zlib';

/** A file or folder in an archive. `bytes` is the whole entry with header and padding. */
export type TarEntry = {
  readonly name: string;
  readonly isFolder: boolean;
  readonly content: Buffer;
  readonly bytes: Buffer;
};

const blockBytes = 512;
const fileType = '0';
const folderType = '5';
/** Chunks are small, because the memory for a whole archive would not be released soon. */
const chunkBytes = 4 * 1024 * 1024;

/** Reads the files and folders of a compressed tar archive in order, without links (POSIX ustar, names under 256 bytes). */
export async function* readTarEntries(archive: string): AsyncGenerator<TarEntry> {
  let unread: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(archive).pipe(
    createGunzip({ chunkSize: chunkBytes }),
  )) {
    unread = Buffer.concat([unread, Buffer.from(chunk)]);
    for (
      let length = readEntryLength(unread);
      length <= unread.length;
      length = readEntryLength(unread)
    ) {
      const entry = parseEntry(unread.subarray(0, length));
      if (entry !== undefined) yield entry;
      unread = unread.subarray(length);
    }
  }
}

function readText(header: Buffer, offset: number, length: number): string {
  const [text = ''] = header.toString('utf8', offset, offset + length).split('\0', 1);
  return text;
}

/** Returns the length of the next entry in bytes. If its header is incomplete, the result is more than the available bytes. */
function readEntryLength(unread: Buffer): number {
  if (unread.length < blockBytes) return blockBytes;
  return blockBytes + Math.ceil(readSize(unread) / blockBytes) * blockBytes;
}

function readSize(header: Buffer): number {
  return Number.parseInt(readText(header, 124, 12), 8) || 0;
}

function parseEntry(entryBytes: Buffer): TarEntry | undefined {
  const name = readText(entryBytes, 0, 100);
  const kind = readText(entryBytes, 156, 1) || fileType;
  // The archive ends with empty blocks. Links and other kinds of entries are skipped.
  if (name === '' || (kind !== fileType && kind !== folderType)) return undefined;
  const prefix = readText(entryBytes, 257, 5) === 'ustar' ? readText(entryBytes, 345, 155) : '';
  return {
    name: path.posix.join(prefix, name),
    isFolder: kind === folderType,
    content: entryBytes.subarray(blockBytes, blockBytes + readSize(entryBytes)),
    bytes: entryBytes,
  };
}

/** Creates an uncompressed archive from entries. */
export function createTar(entries: readonly TarEntry[]): Buffer {
  return Buffer.concat([
    ...entries.map(({ bytes: entryBytes }) => entryBytes),
    Buffer.alloc(2 * blockBytes),
  ]);
}

/**
 * Extracts an archive into a folder.
 * @param withoutFolders how many folders are left out at the beginning of each name
 */
export async function extractTar(
  archive: string,
  directory: string,
  { withoutFolders } = { withoutFolders: 0 },
): Promise<void> {
  for await (const { name, isFolder, content } of readTarEntries(archive)) {
    const target = path.join(directory, ...name.split('/').slice(withoutFolders));
    await mkdir(isFolder ? target : path.dirname(target), { recursive: true });
    if (!isFolder) await writeFile(target, content);
  }
}
