import { int, json, sql, type Statement } from '../data-api/sql.ts';

// A slice of this length fits into a request of 4 MiB even if each character is escaped or takes four bytes.
const sliceLength = 500_000;

/**
 * Creates a table for the slices of a text that is larger than a request. The table is dropped at the end of the
 * transaction.
 */
export function createStagingTable(): Statement {
  return sql`create temporary table if not exists staged_slice (
  position integer primary key,
  slice text not null
) on commit drop`;
}

/** The statements that store a text in the staging table, in place of the previous one. */
export function stageText(text: string): readonly Statement[] {
  return [
    sql`delete from staged_slice`,
    ...splitIntoSlices(text).map(
      (slice, position) => sql`insert into staged_slice (position, slice)
select ${int(position)}, p.slice
from jsonb_array_elements_text(${json([slice])}) as p (slice)`,
    ),
  ];
}

/** An expression: the whole staged text. */
export const stagedText: Statement = sql`(select string_agg(s.slice, '' order by s.position) from staged_slice s)`;

function splitIntoSlices(text: string): readonly string[] {
  const slices: string[] = [];
  for (let start = 0; start < text.length;) {
    let end = start + sliceLength;
    // A slice must not split a surrogate pair, because half a pair cannot be sent.
    if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end += 1;
    slices.push(text.slice(start, end));
    start = end;
  }
  return slices;
}
