import { createReadStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createGunzip } from 'node:zlib';

/** A file or a folder in an archive. */
export type TarEntry = {
  readonly name: string;
  readonly isFolder: boolean;
  readonly content: Buffer;
  /** As it stands in the archive, header and padding included. */
  readonly bytes: Buffer;
};

const block = 512;
const file = '0';
const folder = '5';
/** Archives are read in pieces, because memory that was taken for the whole of one is not soon given back. */
const piece = 4 * 1024 * 1024;

/**
 * Reads the files and folders of a compressed tar archive, in order; links and the like are left out (POSIX ustar, names under
 * 256 bytes).
 */
export async function* readTarEntries(archive: string): AsyncGenerator<TarEntry> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(archive).pipe(createGunzip({ chunkSize: piece }))) {
    rest = Buffer.concat([rest, Buffer.from(chunk)]);
    for (let length = entryLength(rest); length <= rest.length; length = entryLength(rest)) {
      const entry = entryOf(rest.subarray(0, length));
      if (entry !== undefined) yield entry;
      rest = rest.subarray(length);
    }
  }
}

function textAt(header: Buffer, from: number, length: number): string {
  return header.toString('utf8', from, from + length).replace(/\0.*$/s, '');
}

/** How much the next entry takes; more than there is where its header is not whole yet. */
function entryLength(rest: Buffer): number {
  if (rest.length < block) return block;
  return block + Math.ceil(sizeOf(rest) / block) * block;
}

function sizeOf(header: Buffer): number {
  return Number.parseInt(textAt(header, 124, 12), 8) || 0;
}

function entryOf(whole: Buffer): TarEntry | undefined {
  const name = textAt(whole, 0, 100);
  const kind = textAt(whole, 156, 1) || file;
  // The archive ends with empty blocks.
  if (name === '' || (kind !== file && kind !== folder)) return undefined;
  const prefix = textAt(whole, 257, 5) === 'ustar' ? textAt(whole, 345, 155) : '';
  return {
    name: path.posix.join(prefix, name),
    isFolder: kind === folder,
    content: whole.subarray(block, block + sizeOf(whole)),
    bytes: whole,
  };
}

/** Puts entries together to an archive again, not compressed. */
export function createTar(entries: readonly TarEntry[]): Buffer {
  return Buffer.concat([...entries.map(({ bytes: whole }) => whole), Buffer.alloc(2 * block)]);
}

/** Writes the files of an archive into a folder. */
export async function extractTar(archive: string, directory: string): Promise<void> {
  for await (const { name, isFolder, content } of readTarEntries(archive)) {
    const target = path.join(directory, name);
    await mkdir(isFolder ? target : path.dirname(target), { recursive: true });
    if (!isFolder) await writeFile(target, content);
  }
}
