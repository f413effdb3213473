import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import type { TileKey } from '../../../lib/model/geojson/feature-query.ts';
import { isGzipFileName } from '../gzip-file-name.ts';
import { openResumableFile } from './resumable-file.ts';
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
  const { storedState } = target;
  let counts: OutputCounts = storedState ?? nothingWritten;
  onProgress(counts);
  try {
    const isComplete = storedState !== undefined && storedState.after === null;
    for await (const chunk of isComplete ? [] : readChunks(storedState?.after ?? null)) {
      counts = addCounts(counts, chunk);
      const { resources, leftOut } = counts;
      // Each chunk is a gzip member of its own: members in sequence are a valid gzip file (RFC 1952, section 2.2).
      const content = isGzipFileName(file) ? await compress(chunk.text) : Buffer.from(chunk.text);
      await target.append(content, { after: chunk.next, resources, leftOut });
      onProgress(counts);
    }
    await target.finish();
  } catch (error) {
    throw toOutputError(file, error);
  } finally {
    await target.close();
  }
  return counts;
}
