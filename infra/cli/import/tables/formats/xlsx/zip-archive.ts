import { openPromise, type Entry, type ZipFile } from 'yauzl';

import { FileFormatError } from '../../../file-error.ts';

/** A zip archive whose files are read as streams. */
export type ZipArchive = {
  readonly has: (path: string) => boolean;
  /** @throws FileFormatError if the archive has no such file, or it is damaged or suspiciously large */
  readonly read: (path: string) => AsyncGenerator<Uint8Array>;
  readonly close: () => void;
};

/** Sheets unpack to at most about 30 times their size. The format allows a ratio of 1032. */
const maxUnpackedRatio = 250;
/** The unpacked size in bytes up to which the ratio does not matter. */
const maxUncheckedSize = 64 * 1024 * 1024;
const maxEntries = 10_000;

/** Opens a zip archive. @throws FileFormatError `malformed_xlsx` if the file is none */
export async function openZip(file: string): Promise<ZipArchive> {
  const zip = await openFile(file);
  try {
    const entries = await listEntries(zip);
    return {
      has: (path) => entries.has(path),
      read: (path) => readEntry(zip, path, entries.get(path)),
      close: () => zip.close(),
    };
  } catch (cause) {
    zip.close();
    throw toFileError(cause);
  }
}

async function openFile(file: string): Promise<ZipFile> {
  try {
    return await openPromise(file, { lazyEntries: true, autoClose: false });
  } catch (cause) {
    throw toFileError(cause);
  }
}

async function listEntries(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > maxEntries)
    throw new FileFormatError('zip_bomb', `The workbook has more than ${maxEntries} files in it`);
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  return entries;
}

async function* readEntry(
  zip: ZipFile,
  path: string,
  entry: Entry | undefined,
): AsyncGenerator<Uint8Array> {
  if (entry === undefined)
    throw new FileFormatError('malformed_xlsx', `The file is no workbook: it has no ${path}`);
  const { uncompressedSize, compressedSize } = entry;
  // The stream ends with an error if it becomes larger than the archive says.
  if (uncompressedSize > Math.max(maxUncheckedSize, maxUnpackedRatio * compressedSize)) {
    const message = `${path} of the workbook unpacks to more than ${maxUnpackedRatio} times its size, so it is not read. If you trust it, save it as CSV`;
    throw new FileFormatError('zip_bomb', message);
  }
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) yield chunk;
  } catch (cause) {
    throw toFileError(cause);
  }
}

function toFileError(cause: unknown): unknown {
  if (!(cause instanceof Error) || cause instanceof FileFormatError) return cause;
  const message = `The file is no workbook (.xlsx), or is cut off or damaged: ${cause.message}`;
  return new FileFormatError('malformed_xlsx', message, {}, { cause });
}
