import { int, json, sql, type Statement } from '../data-api/sql.ts';

// Half a million characters stay within a request of 4 MiB, also when every one of them is escaped or takes four bytes.
const sliceCharacters = 500_000;

/** A table for the slices of a text that is larger than a request; it ends with the transaction. */
export function createStagingTable(): Statement {
  return sql`create temporary table if not exists staged_slice (
  position integer primary key,
  slice text not null
) on commit drop`;
}

/** The statements that put a text into the staging table, in place of what it held. */
export function stageText(text: string): readonly Statement[] {
  return [
    sql`delete from staged_slice`,
    ...slices(text).map(
      (slice, position) => sql`insert into staged_slice (position, slice)
select ${int(position)}, p.slice
from jsonb_array_elements_text(${json([slice])}) as p (slice)`,
    ),
  ];
}

/** The staged text, whole, as a value within a statement. */
export const stagedText: Statement = sql`(select string_agg(s.slice, '' order by s.position) from staged_slice s)`;

function slices(text: string): readonly string[] {
  const found: string[] = [];
  for (let start = 0; start < text.length;) {
    let end = start + sliceCharacters;
    // A slice never ends between the halves of a surrogate pair: each half alone cannot be sent.
    if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end += 1;
    found.push(text.slice(start, end));
    start = end;
  }
  return found;
}
