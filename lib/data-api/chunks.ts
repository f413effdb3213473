import * as z from 'zod';

import type { DataApi, Row } from './client.ts';
import { InvalidDataApiCall } from './errors.ts';
import { markPrepared } from './prepared-statements.ts';
import { int, rawSql, sql, type BoundValue, type Statement } from './sql.ts';
import { tryAgain, withRetries } from './with-retries.ts';

/*
 * One call of the Data API returns at most 1 MiB, in rows of at most 50 KB. So each call returns one chunk: lines of
 * text, cut into slices of at most 30,000 bytes (`text_slice`), one slice in each row. The first row also contains the
 * continuation as JSON: where the next chunk begins.
 */

/** Slices in a full chunk. */
const slicesPerChunk = 34;
/** Maximum bytes of a slice. The SQL function `text_slice` uses the same number. */
const sliceBytes = 29_999;
/** Maximum bytes of text in one chunk. The response that contains the chunk stays below 1 MiB. */
export const maxChunkBytes = slicesPerChunk * sliceBytes;

/** How many times a document is read if the data changes while it is being read. */
const maxAttempts = 4;

export type StatementReader = Pick<DataApi, 'read'>;

/**
 * `lines` selects two columns: a unique position (bigint) and a line (text without line breaks, such as jsonb as
 * text). `version` selects one value that changes at least whenever the lines change. Without it, the version is the
 * hash of the lines.
 */
export type DocumentStatement = {
  readonly lines: Statement;
  readonly version?: Statement;
  /** Whether the statement is stored in the database as a function (prepared-statements.ts). */
  readonly isPrepared?: boolean;
};

/** The data changed between the calls that read one document. A repeated request can succeed. */
export class ChangedWhileReading extends Error {
  readonly code = 'changed_while_reading';
}

export type Chunk<Continuation> = {
  /** Where the next chunk begins; null after the last chunk. */
  readonly continuation: Continuation | null;
  /** Lines, each with its line break. If a document has several chunks, the text can begin or end in the middle of a line. */
  readonly text: string;
};

/** Parses the rows of one call. @param continuationSchema the schema of the JSON in the first row */
export function parseChunk<Continuation>(
  rows: readonly Row[],
  continuationSchema: z.ZodType<Continuation>,
): Chunk<Continuation> {
  const continuationJson = rows[0]?.[0] ?? null;
  return {
    continuation:
      continuationJson === null
        ? null
        : continuationSchema.parse(JSON.parse(requireText(continuationJson))),
    text: rows.map(([, slice = null]) => (slice === null ? '' : requireText(slice))).join(''),
  };
}

function requireText(value: Row[number]): string {
  if (typeof value !== 'string') throw new InvalidDataApiCall('A row of a chunk is not text.');
  return value;
}

/** Splits a text of lines that each end with a line break. */
export function splitLines(text: string): readonly string[] {
  return text === '' ? [] : text.slice(0, -1).split('\n');
}

/**
 * A table expression with the slices of a text for one call: `slice_number` and `slice`.
 * @param text an SQL expression
 * @param firstSlice the number of the first slice
 */
export function textSlices(
  text: Statement,
  firstSlice: Statement | BoundValue = rawSql('0'),
): Statement {
  return sql`text_slice(${text}, ${firstSlice}, ${rawSql(String(slicesPerChunk))})`;
}

/** Marks the statement of a chunk as prepared if `isPrepared` is true. */
export function markChunkPrepared(statement: Statement, isPrepared = false): Statement {
  return isPrepared ? markPrepared(statement, 2) : statement;
}

const documentContinuationSchema = z.object({ slices: z.number(), version: z.string().nullable() });

/**
 * Reads a document of any size: with one call if it fits into a chunk, otherwise with one call per chunk. Each chunk
 * contains the version, so that chunks of two states of the data are never joined.
 * @rule Database and local stack: How much does one call of the Data API bring?
 * @param maxParallelCalls how many calls can run at once; 1 in a transaction
 * @returns the lines in the order of their positions
 * @throws ChangedWhileReading if the data changed during every attempt, and the errors of errors.ts
 */
export async function readDocument(
  dataApi: StatementReader,
  query: DocumentStatement,
  maxParallelCalls = 3,
): Promise<readonly string[]> {
  const text = await withRetries({
    maxAttempts,
    attempt: () => readDocumentOnce(dataApi, query, maxParallelCalls),
    lastAttempt: () =>
      Promise.reject(
        new ChangedWhileReading('The data changed while it was being read. Try again.'),
      ),
  });
  return splitLines(text);
}

/** @returns `tryAgain` if the data changed between two calls */
async function readDocumentOnce(
  dataApi: StatementReader,
  query: DocumentStatement,
  maxParallelCalls: number,
): Promise<string | typeof tryAgain> {
  const readChunk = async (
    chunkNumber: number,
  ): Promise<Chunk<z.output<typeof documentContinuationSchema>>> =>
    parseChunk(
      await dataApi.read(documentChunkStatement(query, chunkNumber)),
      documentContinuationSchema,
    );
  const firstChunk = await readChunk(0);
  if (firstChunk.continuation === null) return firstChunk.text;
  const { slices, version } = firstChunk.continuation;
  const chunkCount = Math.ceil(slices / slicesPerChunk);
  const texts = [firstChunk.text];
  for (let nextNumber = 1; nextNumber < chunkCount; nextNumber += maxParallelCalls) {
    const chunkNumbers = Array.from(
      { length: Math.min(maxParallelCalls, chunkCount - nextNumber) },
      (_, i) => nextNumber + i,
    );
    for (const chunk of await Promise.all(chunkNumbers.map(readChunk))) {
      const { continuation, text } = chunk;
      if (continuation?.version !== version || continuation.slices !== slices) return tryAgain;
      texts.push(text);
    }
  }
  return texts.join('');
}

/** The statement for one chunk of a document; its text is the same for every chunk. @param chunkNumber from 0 */
export function documentChunkStatement(
  { lines, version = sql`select md5(d.text) from document d`, isPrepared }: DocumentStatement,
  chunkNumber: number,
): Statement {
  const maxSlices = rawSql(String(slicesPerChunk));
  return markChunkPrepared(
    sql`with document as materialized (
  select string_agg(l.line, E'\\n' order by l.position) as text
  from (
    ${lines}
  ) l (position, line)
),
size as materialized (
  select ceil(octet_length(d.text) / ${rawSql(`${sliceBytes}.0`)})::integer as slices
  from document d
)
select
  case
    when n.slices > ${maxSlices} and s.slice_number % ${maxSlices} = 0
      then jsonb_build_object('slices', n.slices, 'version', (${version})::text)::text
  end,
  s.slice
from document d
cross join size n
cross join lateral ${textSlices(sql`d.text`, int(chunkNumber * slicesPerChunk))} s
order by s.slice_number`,
    isPrepared,
  );
}
