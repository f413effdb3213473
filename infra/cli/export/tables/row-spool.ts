import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

import * as z from 'zod';

import type { TableChunk } from '../../../../lib/exports/read-table-rows.ts';
import { parseLossless } from '../../../../lib/json/lossless-json.ts';
import { isNumericValue } from '../../../../lib/model/datatypes/values/decimal.ts';
import { isObject } from '../../../../lib/model/datatypes/values/json-values.ts';
import { nilUuid, parseResourceId, type ResourceId } from '../../../../lib/model/ids.ts';
import type { Cell } from '../../../../lib/model/tables/cell.ts';
import { appendChunks, type OutputChunk, type OutputCounts } from '../chunked-output.ts';
import { openResumableFile } from '../resumable-file.ts';

/** Rows that were read, in a file beside the one that is made from them. */
export type RowSpool = {
  readonly chunks: AsyncIterable<TableChunk>;
  /** Deletes the file, once its rows are no longer needed. */
  readonly remove: () => Promise<void>;
};

/**
 * Reads rows into a file, a line of JSON for each chunk. After an error or a killed process, the next call continues with the next chunk; a file
 * that is complete is not read again.
 * @param identity everything that the rows depend on, except the data
 * @param readChunks reads the chunks after a record; null for all
 * @rule Imports and exports: How does a table that is no CSV continue after a stop?
 */
export async function spoolRows(
  file: string,
  identity: string,
  readChunks: (after: ResourceId | null) => AsyncIterable<TableChunk>,
  onProgress: (counts: OutputCounts) => void,
): Promise<RowSpool> {
  const spool = await openResumableFile(file, identity);
  try {
    await appendChunks(
      spool,
      (after) => toLines(readChunks(after === null ? null : parseResourceId(after.resourceId))),
      (text) => Buffer.from(text),
      onProgress,
    );
  } finally {
    await spool.close();
  }
  return { chunks: readLines(spool.partFile), remove: spool.remove };
}

async function* toLines(chunks: AsyncIterable<TableChunk>): AsyncGenerator<OutputChunk> {
  for await (const chunk of chunks)
    yield {
      text: `${JSON.stringify(chunk)}\n`,
      resources: chunk.records,
      leftOut: 0,
      next: { resourceId: chunk.lastId, tileId: nilUuid },
    };
  yield { text: '', resources: 0, leftOut: 0, next: null };
}

const chunkSchema = z.object({
  rows: z.array(z.array(z.array(z.unknown().transform(toCell)))),
  records: z.number(),
  lastId: z.string().transform(parseResourceId),
});

async function* readLines(file: string): AsyncGenerator<TableChunk> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity });
  for await (const line of lines) yield chunkSchema.parse(parseLossless(line));
}

/** @throws Error if the value is none of a cell, so something else has changed the file */
function toCell(value: unknown): Cell {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (isNumericValue(value)) return value;
  if (isObject(value) && value['kind'] === 'geometry' && isObject(value['geometry']))
    return { kind: 'geometry', geometry: value['geometry'] };
  throw new Error('The file with the rows that were read has a cell that is none.');
}
