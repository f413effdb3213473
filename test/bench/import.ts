import { splitIntoBatches } from '../../lib/data-api/split-into-batches.ts';
import { readDocument } from '../../lib/data-api/chunks.ts';
import { jsonString, rawSql, sql } from '../../lib/data-api/sql.ts';
import type { TestStack } from '../support/stack.ts';
import { importBenchData, type BenchData } from './data.ts';
import type { Figure } from './figure.ts';

/**
 * Measures an import. The peer is the least that any import must do: inserting tiles into a table without indexes, in large statements,
 * without features, relations, log and checks.
 */
export async function benchImport(
  kind: string,
  stack: TestStack,
  data: BenchData,
): Promise<readonly Figure[]> {
  const { milliseconds, resources, tiles } = await importBenchData(stack, data);
  const bareTilesPerSecond = await measureBareInserts(stack);
  return [
    {
      subject: `import of ${data.name}, ${kind}`,
      measure: 'resource instances a second',
      value: (resources * 1000) / milliseconds,
      unit: '/s',
    },
    {
      subject: `import of ${data.name}, ${kind}`,
      measure: 'tiles a second',
      value: (tiles * 1000) / milliseconds,
      unit: '/s',
      beside: { name: 'bare inserts', value: bareTilesPerSecond },
    },
  ];
}

/**
 * Measures inserting several thousand stored tiles into a table without indexes and constraints.
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
