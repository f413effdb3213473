import type { QuadPosition, QuadSource } from '../../../../lib/exports/quad-chunk.ts';
import { readQuads } from '../../../../lib/exports/read-quads.ts';
import {
  printChunks,
  writeChunksIntoFile,
  type OutputChunk,
  type OutputCounts,
} from '../chunked-output.ts';

/** Must be increased when the same data are written differently. Otherwise an interrupted file would be continued in another format. */
const formatVersion = 2;

async function* readChunks(
  source: QuadSource,
  after: QuadPosition | null,
): AsyncGenerator<OutputChunk> {
  for await (const { withoutOntology, ...chunk } of readQuads(source, after))
    yield { ...chunk, leftOut: withoutOntology };
}

/**
 * Writes everything that a caller may read as N-Quads: to standard output, or into a file, which the next call continues after an error or a
 * killed process (`writeChunksIntoFile`).
 * @param output the file; - for standard output
 * @param onProgress gets the counts so far
 * @throws CommandError `output_not_writable`, and the errors of readQuads
 */
export async function exportRdf(
  source: QuadSource,
  output: string,
  onProgress: (counts: OutputCounts) => void,
): Promise<OutputCounts> {
  if (output === '-') return printChunks(readChunks(source, null), onProgress);
  const identity = JSON.stringify([formatVersion, source.caller, source.baseUrl, source.language]);
  return writeChunksIntoFile(output, identity, (after) => readChunks(source, after), onProgress);
}
