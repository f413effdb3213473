import { splitIntoBatches } from '../../lib/data-api/split-into-batches.ts';
import { readDocument } from '../../lib/data-api/chunks.ts';
import { jsonString, rawSql, sql } from '../../lib/data-api/sql.ts';
import type { TestStack } from '../support/stack.ts';

/**
 * Measures the least that any import must do: inserting several thousand stored tiles into a table without indexes and constraints, in
 * large statements, without features, relations, log and checks.
 * @returns tiles per second
 */
export async function measureBareInserts(stack: TestStack): Promise<number> {
  const rows = await readDocument(stack.owner, {
    lines: rawSql(
      'select row_number() over (order by t.tile_id) as position, to_jsonb(t)::text as part from (select * from tile order by tile_id limit 6000) t',
    ),
    version: rawSql("select ''"),
  });
  await stack.owner.write(rawSql('create table bare_tile (like tile)'));
  const start = performance.now();
  for (const batch of splitIntoBatches(rows, 1000)) {
    await stack.owner.write(
      sql`insert into bare_tile
select t.*
from jsonb_populate_recordset(null::bare_tile, ${jsonString(`[${batch.join(',')}]`)}) t`,
    );
  }
  const milliseconds = performance.now() - start;
  await stack.owner.write(rawSql('drop table bare_tile'));
  return (rows.length * 1000) / milliseconds;
}
