import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import type { QuadChunk, QuadSource } from '../../../../lib/exports/quad-chunk.ts';
import { readQuads } from '../../../../lib/exports/read-quads.ts';
import { isGzipFileName } from '../../gzip-file-name.ts';
import { toOutputError, writeToStandardOutput } from '../write-output.ts';
import { openResumableFile } from './resumable-file.ts';

/** Must be increased when the same data are written differently. Otherwise an interrupted file would be continued in another format. */
const formatVersion = 2;

const compress = promisify(gzip);

export type RdfCounts = Pick<QuadChunk, 'resources' | 'withoutOntology'>;

const noResources: RdfCounts = { resources: 0, withoutOntology: 0 };

const addCounts = (counts: RdfCounts, chunk: RdfCounts): RdfCounts => ({
  resources: counts.resources + chunk.resources,
  withoutOntology: counts.withoutOntology + chunk.withoutOntology,
});

/**
 * Writes everything that a caller may read as N-Quads to standard output.
 * @param onProgress gets the counts so far
 */
export async function printRdf(
  source: QuadSource,
  onProgress: (counts: RdfCounts) => void,
): Promise<RdfCounts> {
  let counts = noResources;
  async function* readTexts(): AsyncGenerator<string> {
    for await (const { text, ...chunk } of readQuads(source, null)) {
      yield text;
      counts = addCounts(counts, chunk);
      onProgress(counts);
    }
  }
  await writeToStandardOutput(readTexts());
  return counts;
}

/**
 * Writes the same as `printRdf` into a file, compressed if its name ends in `.gz`. After an error or a killed process, the
 * next call continues with the next chunk. An existing file is only replaced when the new one is complete.
 * @param onProgress gets the counts so far, beginning with those of an interrupted process
 * @throws CommandError `output_not_writable`, and the errors of readQuads
 */
export async function writeRdfFile(
  source: QuadSource,
  file: string,
  onProgress: (counts: RdfCounts) => void,
): Promise<RdfCounts> {
  const isCompressed = isGzipFileName(file);
  const identity = JSON.stringify([formatVersion, source.caller, source.baseUrl]);
  const target = await openResumableFile(file, identity).catch((error: unknown) => {
    throw toOutputError(file, error);
  });
  const { storedState } = target;
  let counts: RdfCounts = storedState ?? noResources;
  onProgress(counts);
  try {
    const isComplete = storedState !== undefined && storedState.after === null;
    for await (const chunk of isComplete ? [] : readQuads(source, storedState?.after ?? null)) {
      counts = addCounts(counts, chunk);
      const { resources, withoutOntology } = counts;
      // Each chunk is a gzip member of its own: members in sequence are a valid gzip file (RFC 1952, section 2.2).
      const content = isCompressed ? await compress(chunk.text) : Buffer.from(chunk.text);
      await target.append(content, { after: chunk.next, resources, withoutOntology });
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
