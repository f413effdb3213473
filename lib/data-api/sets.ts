import * as z from 'zod';

import {
  chunkStatement,
  splitLines,
  parseChunk,
  readDocument,
  textSlices,
  type StatementReader,
} from './chunks.ts';
import type { Row } from './client.ts';
import { rawSql, sql, text, type Statement } from './sql.ts';

/** The most bytes of items in one chunk; a whole result with them stays below 1 MiB. */
export const maxPageChunkBytes = 1_000_000;

/** Items in the first batch, before their size is known. */
const firstBatchItems = 16;
/** How many times larger the next batch may be: the first items may be smaller than the others. */
const batchGrowth = 16;

/**
 * A set of items with unchanging keys, read in the order of the keys. An item that exists throughout the reading
 * comes exactly once. An item that is created, deleted or changed during the reading may be missing, and may be in
 * either state.
 */
export type PagedStatement = {
  /** Common table expressions that the items need, without "with", evaluated once a call. */
  readonly commonTables?: Statement;
  /**
   * A query that returns some items, in the order of the keys: `key` and `item`, both texts, `item` without line breaks (such
   * as jsonb as text). It should find its first item by an index, and build no more items than it returns.
   * @param after an expression of the key after which the items begin, a text; null for the first. It is a column of
   *   `accumulated`, which the query must not hide
   * @param limit an expression of the maximum number of items
   */
  readonly items: (after: Statement, limit: Statement) => Statement;
  /** Whether the database has the statement as a function (prepared-statements.ts). */
  readonly isPrepared?: boolean;
};

const setContinuation = z.object({
  /** The key after which the next chunk begins. */
  after: z.string().nullable(),
  /** Whether the next item is larger than a chunk. */
  isLargeNext: z.boolean(),
});

/**
 * Reads a set of any size. Each call returns the items after a key, up to about a million bytes, at the cost of these
 * items. A larger item is read as a document of its own.
 * @param readAhead how many calls may run at once for a large item; 1 in a transaction
 * @returns the items of each call
 * @throws ChangedWhileReading when a large item kept changing, and the errors of errors.ts
 */
export async function* readPages(
  data: StatementReader,
  query: PagedStatement,
  readAhead?: number,
): AsyncGenerator<readonly string[]> {
  let after: string | null = null;
  for (;;) {
    const rows: readonly Row[] = await data.read(pageChunkStatement(query, after));
    const { continuation, text: items } = parseChunk(rows, setContinuation);
    if (items !== '') yield splitLines(items);
    if (continuation === null) return;
    ({ after } = continuation);
    if (!continuation.isLargeNext) continue;
    const [key, item] = await readDocument(data, { lines: nextItem(query, after) }, readAhead);
    if (key === undefined || item === undefined) return;
    yield [item];
    after = z.string().parse(JSON.parse(key));
  }
}

/**
 * The statement for the items after a key; its text is the same for every chunk. It builds items in batches until the
 * chunk is full. The size of a batch follows from the size of the items so far, so that few items are built in vain.
 */
export function pageChunkStatement(
  { commonTables, items, isPrepared }: PagedStatement,
  after: string | null,
): Statement {
  const limit = rawSql(String(maxPageChunkBytes));
  return chunkStatement(
    sql`with recursive ${withComma(commonTables)}accumulated (key, item, number, bytes, size, batch, is_full) as (
  select ${text(after)} collate "C", null collate "C", 0::bigint, 0::bigint, 0::bigint, ${rawSql(String(firstBatchItems))}::bigint, true
  union all
  select
    next.key collate "C",
    next.item collate "C",
    accumulated.number + next.position,
    accumulated.bytes + next.bytes,
    next.size,
    least(
      accumulated.batch * ${rawSql(String(batchGrowth))},
      greatest(1, (${limit} - accumulated.bytes - next.bytes) * (accumulated.number + next.position) / (accumulated.bytes + next.bytes))
    ),
    next.position = accumulated.batch
  from accumulated
  cross join lateral (
    select
      i.key,
      i.item,
      i.size,
      row_number() over (rows unbounded preceding) as position,
      sum(i.size) over (rows unbounded preceding)::bigint as bytes
    from (
      select i.key, i.item, octet_length(i.item) + 1 as size
      from (
        ${items(sql`accumulated.key`, sql`accumulated.batch`)}
      ) i
    ) i
  ) next
  where accumulated.is_full
    and accumulated.bytes < ${limit}
),
last as (
  select a.*
  from accumulated a
  order by a.number desc
  limit 1
),
chunk as materialized (
  select
    max(a.number) as items,
    (array_agg(a.key order by a.number desc))[1] as after,
    string_agg(a.item, E'\\n' order by a.number) as text
  from accumulated a
  where a.bytes <= ${limit}
)
select
  case
    when coalesce(s.slice_number, 0) = 0 and (l.number > c.items or (l.is_full and l.bytes >= ${limit}))
      then jsonb_build_object(
        'after', c.after,
        'isLargeNext', coalesce((select a.size > ${limit} from accumulated a where a.number = c.items + 1), false)
      )::text
  end,
  s.slice
from chunk c
cross join last l
left join lateral ${textSlices(sql`c.text`)} s on true
order by s.slice_number`,
    isPrepared,
  );
}

/** The item after a key as a document: its key as JSON, then the item. */
function nextItem({ commonTables, items }: PagedStatement, after: string | null): Statement {
  return sql`with ${withComma(commonTables)}large_item as materialized (
  ${items(sql`${text(after)}`, sql`1`)}
)
select 0::bigint, to_json(i.key)::text
from large_item i
union all
select 1::bigint, i.item
from large_item i`;
}

function withComma(commonTables: Statement | undefined): Statement {
  return commonTables === undefined
    ? sql``
    : sql`${commonTables},
`;
}
