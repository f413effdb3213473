import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import type { TileKey } from '../../../lib/model/geojson/feature-query.ts';
import { isGzipFileName } from '../gzip-file-name.ts';
import { openResumableFile, type ResumableFile } from './resumable-file.ts';
import { toOutputError, writeToStandardOutput } from './write-output.ts';

const compress = promisify(gzip);

export type OutputCounts = {
  /** The number of resource instances that are written. */
  readonly resources: number;
  /** The number of those that the format cannot express. */
  readonly leftOut: number;
};

/** A piece of an output, with the counts of this piece. */
export type OutputChunk = OutputCounts & {
  readonly text: string;
  /** Where the next chunk begins; null after the last one. */
  readonly next: TileKey | null;
};

const nothingWritten: OutputCounts = { resources: 0, leftOut: 0 };

const addCounts = (counts: OutputCounts, chunk: OutputCounts): OutputCounts => ({
  resources: counts.resources + chunk.resources,
  leftOut: counts.leftOut + chunk.leftOut,
});

/** Writes chunks to standard output. @param onProgress gets the counts so far */
export async function printChunks(
  chunks: AsyncIterable<OutputChunk>,
  onProgress: (counts: OutputCounts) => void,
): Promise<OutputCounts> {
  let counts = nothingWritten;
  async function* readTexts(): AsyncGenerator<string> {
    for await (const chunk of chunks) {
      yield chunk.text;
      counts = addCounts(counts, chunk);
      onProgress(counts);
    }
  }
  await writeToStandardOutput(readTexts());
  return counts;
}

/**
 * Writes chunks into a file, compressed if its name ends in `.gz`. After an error or a killed process, the next call continues with the next
 * chunk. An existing file is only replaced when the new one is complete.
 * @param identity everything that the file depends on, except the data
 * @param readChunks reads the chunks after a position; null for all
 * @param onProgress gets the counts so far, beginning with those of an interrupted process
 * @throws CommandError `output_not_writable`, and the errors of readChunks
 */
export async function writeChunksIntoFile(
  file: string,
  identity: string,
  readChunks: (after: TileKey | null) => AsyncIterable<OutputChunk>,
  onProgress: (counts: OutputCounts) => void,
): Promise<OutputCounts> {
  const target = await openResumableFile(file, identity).catch((error: unknown) => {
    throw toOutputError(file, error);
  });
  const isCompressed = isGzipFileName(file);
  try {
    // Each chunk is a gzip member of its own: members in sequence are a valid gzip file (RFC 1952, section 2.2).
    const counts = await appendChunks(
      target,
      readChunks,
      (text) => (isCompressed ? compress(text) : Buffer.from(text)),
      onProgress,
    );
    await target.finish();
    return counts;
  } catch (error) {
    throw toOutputError(file, error);
  } finally {
    await target.close();
  }
}

/**
 * Appends the chunks that a file does not have yet.
 * @param encode makes the bytes of a chunk
 * @param onProgress as for `writeChunksIntoFile`
 * @returns the counts of the whole file
 */
export async function appendChunks(
  target: Pick<ResumableFile, 'storedState' | 'append'>,
  readChunks: (after: TileKey | null) => AsyncIterable<OutputChunk>,
  encode: (text: string) => Buffer | Promise<Buffer>,
  onProgress: (counts: OutputCounts) => void,
): Promise<OutputCounts> {
  const { storedState } = target;
  let counts: OutputCounts = storedState ?? nothingWritten;
  onProgress(counts);
  if (storedState !== undefined && storedState.after === null) return counts;
  for await (const chunk of readChunks(storedState?.after ?? null)) {
    counts = addCounts(counts, chunk);
    const { resources, leftOut } = counts;
    await target.append(await encode(chunk.text), { after: chunk.next, resources, leftOut });
    onProgress(counts);
  }
  return counts;
}
