import { int, json, sql, type Statement } from '../data-api/sql.ts';

// Half a million characters stay within a request of 4 MiB, also when every one of them is escaped or takes four bytes.
const pieceCharacters = 500_000;

/** A table for the pieces of a text that is larger than a request; it ends with the transaction. */
export function createStaging(): Statement {
  return sql`create temporary table if not exists staged_piece (
  position integer primary key,
  piece text not null
) on commit drop`;
}

/** The statements that put a text into the staging table, in place of what it held. */
export function stage(text: string): readonly Statement[] {
  return [
    sql`delete from staged_piece`,
    ...pieces(text).map(
      (piece, position) => sql`insert into staged_piece (position, piece)
select ${int(position)}, p.piece
from jsonb_array_elements_text(${json([piece])}) as p (piece)`,
    ),
  ];
}

/** The staged text, whole, as a value within a statement. */
export const stagedText: Statement = sql`(select string_agg(s.piece, '' order by s.position) from staged_piece s)`;

function pieces(text: string): readonly string[] {
  const found: string[] = [];
  for (let start = 0; start < text.length;) {
    let end = start + pieceCharacters;
    // A piece never ends between the halves of a surrogate pair: each half alone cannot be sent.
    if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end += 1;
    found.push(text.slice(start, end));
    start = end;
  }
  return found;
}
