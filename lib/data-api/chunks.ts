import * as z from 'zod';

import type { DataApi, Row } from './client.ts';
import { DataApiRefused } from './errors.ts';
import { prepared } from './prepared-statements.ts';
import { int, rawSql, sql, type BoundValue, type Statement } from './sql.ts';

/*
 * A call of the Data API answers at most 1 MiB, in rows of at most 50 KB. What it carries is a chunk: lines of text, cut into slices of at most
 * 30,000 bytes (`text_slice`). Each row is a slice; the first one tells besides, as JSON, what comes after the chunk, where anything does.
 */

/** Slices that one call carries at most. */
const slicesPerChunk = 34;
/** Bytes of a slice, as `text_slice` cuts a text. */
const sliceBytes = 29_999;
/** Bytes that one call carries of a document: with what surrounds them they stay below 1 MiB. */
export const maxChunkBytes = slicesPerChunk * sliceBytes;

/** How often a reading starts again because the data changed under it. */
const attempts = 4;

/** What is read through: the Data API, or a transaction of it. */
export type StatementReader = Pick<DataApi, 'read'>;

/**
 * A document: `lines` selects two columns, a position (bigint, unique) and a line (text without line breaks, such as jsonb as text); `version` selects one
 * value that changes whenever the lines may. Without it the lines are their own version.
 */
export type DocumentStatement = {
  readonly lines: Statement;
  readonly version?: Statement;
  /** Whether it is sent often (kept.ts). */
  readonly isPrepared?: boolean;
};

/** The data changed while it was read in several calls; another request will do. */
export class ChangedWhileReading extends Error {
  readonly code = 'changed_while_reading';
}

/** What one call carries. */
export type Chunk<More> = {
  /** What comes after it; null where nothing does. */
  readonly continuation: More | null;
  /** Lines, each with the line break that ends it; of a document in several chunks, a slice of these. */
  readonly text: string;
};

/** Reads the rows of a call. @param more of its first row */
export function parseChunk<More>(rows: readonly Row[], more: z.ZodType<More>): Chunk<More> {
  const first = rows[0]?.[0] ?? null;
  return {
    continuation: first === null ? null : more.parse(JSON.parse(textOf(first))),
    text: rows.map(([, slice = null]) => (slice === null ? '' : textOf(slice))).join(''),
  };
}

function textOf(value: Row[number]): string {
  if (typeof value !== 'string') throw new DataApiRefused('A row of a chunk is not text.');
  return value;
}

/** The lines of a text. */
export function splitLines(text: string): readonly string[] {
  return text === '' ? [] : text.slice(0, -1).split('\n');
}

/** The slices that one call carries of a text: `slice_number` and `slice`. @param text an expression @param first the number of the first of them, an expression */
export function textSlices(
  text: Statement,
  first: Statement | BoundValue = rawSql('0'),
): Statement {
  return sql`text_slice(${text}, ${first}, ${rawSql(String(slicesPerChunk))})`;
}

/** A statement whose rows are those of a chunk, as the database may keep it. */
export function chunkStatement(statement: Statement, isKept = false): Statement {
  return isKept ? prepared(statement, 2) : statement;
}

const moreOfDocument = z.object({ slices: z.number(), version: z.string().nullable() });

/**
 * Reads a document of any size: one call where it fits into a chunk, else one for each chunk. Each of several carries the version: two states of the data are
 * never mixed. A line may be larger than a call.
 * @param readAhead calls that may be under way at once; 1 in a transaction, which takes one call at a time
 * @returns the lines in the order of their positions
 * @throws ChangedWhileReading when the data kept changing, and the errors of errors.ts
 */
export async function readDocument(
  data: StatementReader,
  query: DocumentStatement,
  readAhead = 3,
): Promise<readonly string[]> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const text = await readOnce(data, query, readAhead);
    if (text !== undefined) return splitLines(text);
  }
  throw new ChangedWhileReading('The data changed while it was read. Ask again.');
}

async function readOnce(
  data: StatementReader,
  query: DocumentStatement,
  readAhead: number,
): Promise<string | undefined> {
  const read = async (number: number): Promise<Chunk<z.output<typeof moreOfDocument>>> =>
    parseChunk(await data.read(documentChunkStatement(query, number)), moreOfDocument);
  const { continuation: more, text } = await read(0);
  if (more === null) return text;
  const chunks = Math.ceil(more.slices / slicesPerChunk);
  const texts = [text];
  for (let next = 1; next < chunks; next += readAhead) {
    const numbers = Array.from({ length: Math.min(readAhead, chunks - next) }, (_, i) => next + i);
    for (const chunk of await Promise.all(numbers.map(read))) {
      if (chunk.continuation?.version !== more.version || chunk.continuation.slices !== more.slices)
        return undefined;
      texts.push(chunk.text);
    }
  }
  return texts.join('');
}

/** The call for one chunk of a document: all calls of a query have the same text. @param number from 0 */
export function documentChunkStatement(
  {
    lines,
    version = sql`select md5(d.text) from document d`,
    isPrepared: isKept,
  }: DocumentStatement,
  number: number,
): Statement {
  const most = rawSql(String(slicesPerChunk));
  return chunkStatement(
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
    when n.slices > ${most} and s.slice_number % ${most} = 0
      then jsonb_build_object('slices', n.slices, 'version', (${version})::text)::text
  end,
  s.slice
from document d
cross join size n
cross join lateral ${textSlices(sql`d.text`, int(number * slicesPerChunk))} s
order by s.slice_number`,
    isKept,
  );
}
