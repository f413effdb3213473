import * as z from 'zod';

import {
  markChunkPrepared,
  splitLines,
  parseChunk,
  readDocument,
  textSlices,
  type StatementReader,
} from './chunks.ts';
import type { Row } from './client.ts';
import { rawSql, sql, text, type Statement } from './sql.ts';

/** Maximum bytes of items in one chunk. The response that contains the chunk stays below 1 MiB. */
export const maxPageChunkBytes = 1_000_000;

/** Items in the first batch, when the size of items is not yet known. */
const firstBatchItems = 16;
/** A batch is at most this many times as large as the previous one, because the first items can be much smaller than the others. */
const maxBatchGrowth = 16;

/**
 * A query for items in the order of their keys; the key of an item never changes. An item that exists during the whole reading is
 * returned exactly once, in its old or its new state if it changes meanwhile. One that is created or deleted meanwhile can be missing.
 */
export type PagedStatement = {
  /** Common table expressions that the items need, without the keyword `with`. They are evaluated once per call. */
  readonly commonTableExpressions?: Statement;
  /**
   * A query that returns the next items in the order of their keys, with two text columns: `key`, and `item` without line
   * breaks (such as jsonb as text). It should find its first item by an index, and build no more items than it returns.
   * @param after an SQL expression for the key after which the items begin; its value is null for the first items. It
   *   uses the table name `accumulated`, so the query must not define this name itself
   * @param limit an SQL expression for the maximum number of items
   */
  readonly items: (after: Statement, limit: Statement) => Statement;
  /** Whether the statement is stored in the database as a function (prepared-statements.ts). */
  readonly isPrepared?: boolean;
};

const pageContinuationSchema = z.object({
  /** The key after which the next chunk begins. */
  after: z.string().nullable(),
  /** Whether the next item is larger than a chunk. */
  isLargeNext: z.boolean(),
});

/**
 * Reads any number of items. Each call reads the items after a key, up to about a million bytes, and no others. A larger
 * item is read as a document of its own.
 * @param maxParallelCalls how many calls can run at once for a large item; 1 in a transaction
 * @returns the items of each call
 * @throws ChangedWhileReading if a large item changed during every attempt, and the errors of errors.ts
 */
export async function* readPages(
  dataApi: StatementReader,
  query: PagedStatement,
  maxParallelCalls?: number,
): AsyncGenerator<readonly string[]> {
  let after: string | null = null;
  for (;;) {
    const rows: readonly Row[] = await dataApi.read(pageChunkStatement(query, after));
    const { continuation, text: items } = parseChunk(rows, pageContinuationSchema);
    if (items !== '') yield splitLines(items);
    if (continuation === null) return;
    ({ after } = continuation);
    if (!continuation.isLargeNext) continue;
    const [key, item] = await readDocument(
      dataApi,
      { lines: nextItemLines(query, after) },
      maxParallelCalls,
    );
    // The large item and all after it were deleted meanwhile.
    if (key === undefined || item === undefined) return;
    yield [item];
    after = z.string().parse(JSON.parse(key));
  }
}

/**
 * The statement for the items after a key; its text is the same for every chunk. It builds items in batches until the
 * chunk is full. The size of a batch is estimated from the items so far, so that few items are built that do not fit.
 */
export function pageChunkStatement(
  { commonTableExpressions, items, isPrepared }: PagedStatement,
  after: string | null,
): Statement {
  const maxBytes = rawSql(String(maxPageChunkBytes));
  return markChunkPrepared(
    sql`with recursive ${withComma(commonTableExpressions)}accumulated (key, item, number, bytes, size, next_batch, ends_full_batch) as (
  -- One row per item: its number and the bytes up to it, its own size, the size of the next batch, and whether it ends a full batch, so that
  -- another may follow. The first row is no item: it starts the recursion.
  select ${text(after)} collate "C", null collate "C", 0::bigint, 0::bigint, 0::bigint, ${rawSql(String(firstBatchItems))}::bigint, true
  union all
  select
    next.key collate "C",
    next.item collate "C",
    accumulated.number + next.position,
    accumulated.bytes + next.bytes,
    next.size,
    least(
      accumulated.next_batch * ${rawSql(String(maxBatchGrowth))},
      greatest(1, (${maxBytes} - accumulated.bytes - next.bytes) * (accumulated.number + next.position) / (accumulated.bytes + next.bytes))
    ),
    next.position = accumulated.next_batch
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
        ${items(sql`accumulated.key`, sql`accumulated.next_batch`)}
      ) i
    ) i
  ) next
  where accumulated.ends_full_batch
    and accumulated.bytes < ${maxBytes}
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
  where a.bytes <= ${maxBytes}
)
select
  case
    when coalesce(s.slice_number, 0) = 0 and (l.number > c.items or (l.ends_full_batch and l.bytes >= ${maxBytes}))
      -- More items follow if one did not fit, or if a full batch ended at the limit.
      then jsonb_build_object(
        'after', c.after,
        'isLargeNext', coalesce((select a.size > ${maxBytes} from accumulated a where a.number = c.items + 1), false)
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

/** The lines of a document with the item after a key: its key as JSON, then the item. */
function nextItemLines(
  { commonTableExpressions, items }: PagedStatement,
  after: string | null,
): Statement {
  return sql`with ${withComma(commonTableExpressions)}large_item as materialized (
  ${items(sql`${text(after)} collate "C"`, sql`1`)}
)
select 0::bigint, to_json(i.key)::text
from large_item i
union all
select 1::bigint, i.item
from large_item i`;
}

function withComma(expressions: Statement | undefined): Statement {
  return expressions === undefined
    ? sql``
    : sql`${expressions},
`;
}
