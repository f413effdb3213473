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

/** Bytes of items that one call brings at most: with what surrounds them it stays below 1 MiB. */
export const maxSetChunkBytes = 1_000_000;

/** Items that a chunk begins with, before it is known how large they are. */
const firstBatch = 16;
/** How many times more the next batch has at most: the first items may be smaller than the others. */
const growth = 16;

/**
 * A set of items, to be read chunk by chunk.
 *
 * An item has a key, which it keeps as long as it is there. Items come in the order of their keys. What is there throughout
 * the reading comes exactly once; what comes, goes or changes meanwhile may be there or not, and in either state.
 */
export type SetStatement = {
  /** Common table expressions that the items need, without "with": they are worked out once a call. */
  readonly commonTables?: Statement;
  /**
   * The query of some items. It selects `key` and `item`, texts, the latter without line breaks (such as jsonb as text), in the order of the keys.
   * It should find its place by an index, and make no more items than it gives.
   * @param after an expression of the key that the items come behind, a text; null for the first. It names a column of `made`, which the query must not hide
   * @param limit an expression of the number of items, at most
   */
  readonly items: (after: Statement, limit: Statement) => Statement;
  /** Whether it is sent often (kept.ts). */
  readonly isPrepared?: boolean;
};

const moreOfSet = z.object({
  /** The key to go on from. */
  after: z.string().nullable(),
  /** Whether the next item is too large for any chunk. */
  isLargeNext: z.boolean(),
});

/**
 * Reads a set of any size: each call gives the items behind a key, up to about a million bytes, and costs what these cost. One call is enough where all fit
 * into it. An item of more than a million bytes comes whole, as a document of its own.
 * @param readAhead calls that may be under way at once for a large item; 1 in a transaction
 * @returns the items of each call
 * @throws ChangedWhileReading when a large item kept changing, and the errors of errors.ts
 */
export async function* readSet(
  data: StatementReader,
  query: SetStatement,
  readAhead?: number,
): AsyncGenerator<readonly string[]> {
  let after: string | null = null;
  for (;;) {
    const rows: readonly Row[] = await data.read(setChunkStatement(query, after));
    const { continuation: more, text: items } = parseChunk(rows, moreOfSet);
    if (items !== '') yield splitLines(items);
    if (more === null) return;
    ({ after } = more);
    if (!more.isLargeNext) continue;
    const [key, item] = await readDocument(data, { lines: itemBehind(query, after) }, readAhead);
    if (key === undefined || item === undefined) return;
    yield [item];
    after = z.string().parse(JSON.parse(key));
  }
}

/**
 * The call for the items behind a key: all calls of a query have the same text. Items are made in batches until they are enough. The size of a batch follows
 * from the sizes of the items so far, so that few are made that do not fit.
 */
export function setChunkStatement(
  { commonTables: context, items, isPrepared: isKept }: SetStatement,
  after: string | null,
): Statement {
  const limit = rawSql(String(maxSetChunkBytes));
  return chunkStatement(
    sql`with recursive ${before(context)}made (key, item, number, bytes, size, batch, is_full) as (
  select ${text(after)} collate "C", null collate "C", 0::bigint, 0::bigint, 0::bigint, ${rawSql(String(firstBatch))}::bigint, true
  union all
  select
    next.key collate "C",
    next.item collate "C",
    made.number + next.place,
    made.bytes + next.bytes,
    next.size,
    least(
      made.batch * ${rawSql(String(growth))},
      greatest(1, (${limit} - made.bytes - next.bytes) * (made.number + next.place) / (made.bytes + next.bytes))
    ),
    next.place = made.batch
  from made
  cross join lateral (
    select
      i.key,
      i.item,
      i.size,
      row_number() over (rows unbounded preceding) as place,
      sum(i.size) over (rows unbounded preceding)::bigint as bytes
    from (
      select i.key, i.item, octet_length(i.item) + 1 as size
      from (
        ${items(sql`made.key`, sql`made.batch`)}
      ) i
    ) i
  ) next
  where made.is_full
    and made.bytes < ${limit}
),
last as (
  select m.*
  from made m
  order by m.number desc
  limit 1
),
chunk as materialized (
  select
    max(m.number) as items,
    (array_agg(m.key order by m.number desc))[1] as after,
    string_agg(m.item, E'\\n' order by m.number) as text
  from made m
  where m.bytes <= ${limit}
)
select
  case
    when coalesce(s.slice_number, 0) = 0 and (l.number > c.items or (l.is_full and l.bytes >= ${limit}))
      then jsonb_build_object(
        'after', c.after,
        'isLargeNext', coalesce((select m.size > ${limit} from made m where m.number = c.items + 1), false)
      )::text
  end,
  s.slice
from chunk c
cross join last l
left join lateral ${textSlices(sql`c.text`)} s on true
order by s.slice_number`,
    isKept,
  );
}

/** The one item behind a key, as a document: its key as JSON, and itself. */
function itemBehind(
  { commonTables: context, items }: SetStatement,
  after: string | null,
): Statement {
  return sql`with ${before(context)}large_item as materialized (
  ${items(sql`${text(after)}`, sql`1`)}
)
select 0::bigint, to_json(i.key)::text
from large_item i
union all
select 1::bigint, i.item
from large_item i`;
}

function before(context: Statement | undefined): Statement {
  return context === undefined
    ? sql``
    : sql`${context},
`;
}
