import { DataApiRefused } from './errors.ts';
import type { DataApi, Row } from './client.ts';
import { kept } from './kept.ts';
import { int, sql, type Statement } from './sql.ts';

/** Bytes that one call brings at most: with the last slice and the row overhead it stays below 1 MiB. */
export const bytesPerCall = 1_000_000;
/** How often a reading starts again because the data changed under it. */
const attempts = 4;

/** What is read through: the Data API, or a transaction of it. */
export type Reader = Pick<DataApi, 'read'>;

/**
 * What is to be read: `parts` selects the columns `position` (bigint, unique) and `part` (text without line breaks, such
 * as jsonb as text), `version` selects one text that changes whenever the parts may. Without it the parts are their own version.
 */
export type PartsQuery = {
  readonly parts: Statement;
  readonly version?: Statement;
  /** Whether it is asked often (kept.ts). */
  readonly isKept?: boolean;
};

const hashOfParts = sql`select md5(string_agg(p.part, '' order by p.position)) from part p`;

/** The data changed while it was read in several calls; asking again will do. */
export class ChangedWhileReading extends Error {
  readonly code = 'changed_while_reading';
}

type Chunk = {
  /** Bytes of all parts together, each with the line break that ends it. */
  readonly total: number;
  readonly version: string;
  readonly text: string;
};

/**
 * Reads texts of any size and number through a service that answers at most 1 MiB a call: one call when they
 * are at most a million bytes together, else one call per million. Rows stay below 50 KB; a text that is larger
 * travels in slices. Each of several calls carries the version: parts of two states of the data are never mixed.
 * @param readAhead calls that may be under way at once; 1 in a transaction, which takes one call at a time
 * @returns the parts in the order of their positions
 * @throws ChangedWhileReading when the data kept changing, and the errors of errors.ts
 */
export async function readParts(
  data: Reader,
  query: PartsQuery,
  readAhead = 3,
): Promise<readonly string[]> {
  for (let attempt = 1; ; attempt += 1) {
    const text = await readOnce(data, query, readAhead);
    if (text !== undefined) return text === '' ? [] : text.slice(0, -1).split('\n');
    if (attempt === attempts) {
      throw new ChangedWhileReading('The data changed while it was read. Ask again.');
    }
  }
}

async function readOnce(
  data: Reader,
  query: PartsQuery,
  readAhead: number,
): Promise<string | undefined> {
  const first = await readChunk(data, query, 0);
  const chunks = Math.ceil(first.total / bytesPerCall);
  const texts = [first.text];
  for (let next = 1; next < chunks; next += readAhead) {
    const numbers = Array.from({ length: Math.min(readAhead, chunks - next) }, (_, i) => next + i);
    const read = await Promise.all(numbers.map((number) => readChunk(data, query, number)));
    if (read.some((chunk) => chunk.version !== first.version || chunk.total !== first.total)) {
      return undefined;
    }
    texts.push(...read.map((chunk) => chunk.text));
  }
  return texts.join('');
}

async function readChunk(data: Reader, query: PartsQuery, number: number): Promise<Chunk> {
  const rows = await data.read(chunkStatement(query, number));
  const [first] = rows;
  if (first === undefined) return { total: 0, version: '', text: '' };
  return {
    total: Number(textAt(first, 0)),
    version: textAt(first, 1),
    text: rows.map((row) => textAt(row, 2)).join(''),
  };
}

function textAt(row: Row, index: number): string {
  const value = row[index];
  if (typeof value !== 'string')
    throw new DataApiRefused(`Column ${index} of a chunk is not text.`);
  return value;
}

// A row begins in a window of 18 KB, and what it holds last has at most 32 KB, so no row is over 50 KB. Parts that are larger than that
// are cut into slices of at most 30,000 bytes, and only where the call is about them. There is always a row, so that the total
// always comes. What one call brings needs no version, which may take as long as the rest.
function chunkStatement(query: PartsQuery, number: number): Statement {
  const { parts, version = hashOfParts, isKept = false } = query;
  const from = int(number * bytesPerCall);
  const to = int((number + 1) * bytesPerCall);
  const chunk = sql`with part as materialized (
  ${parts}
),
placed as (
  select
    p.part,
    octet_length(p.part) + 1 as size,
    sum(octet_length(p.part) + 1) over (order by p.position) as part_end
  from part p
),
whole as (
  select coalesce(max(p.part_end), 0) as total
  from placed p
),
wanted as (
  select p.part, p.size, p.part_end - p.size as start
  from placed p
  where p.part_end > ${from}
    and p.part_end - p.size < ${to}
),
piece as (
  select w.start, w.part || E'\n' as text
  from wanted w
  where w.size <= 32000
  union all
  select
    w.start + sum(octet_length(s.slice)) over (partition by w.start order by s.slice_number) - octet_length(s.slice),
    s.slice
  from wanted w
  cross join lateral text_slice(w.part) s
  where w.size > 32000
)
select
  w.total::text,
  case when w.total > ${int(bytesPerCall)} then coalesce((${version})::text, '') else '' end,
  coalesce(string_agg(p.text, '' order by p.start), '')
from whole w
left join piece p
  on p.start >= ${from}
  and p.start < ${to}
group by w.total, p.start / 18000
order by p.start / 18000`;
  return isKept ? kept(chunk, 3) : chunk;
}

/** Its calls one by one, as the database may keep them: their texts are the same. */
export function firstCall(query: PartsQuery): Statement {
  return chunkStatement(query, 0);
}
