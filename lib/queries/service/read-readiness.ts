import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import { int, sql, text } from '../../data-api/sql.ts';

/** The row of the table `setting` with the current version of the schema and, after a space, the previous one. */
export const schemaVersionSetting = 'schema_version';

const readinessSchema = z.object({
  isAdministrator: z.boolean(),
  versions: z.string().nullable(),
  missingStatements: z.number(),
});

/**
 * Reads what the readiness of the service depends on.
 * @rule Database and local stack: Does the database fit the code?
 * @param caller the account that requests it
 * @returns `versions`: the value of `schemaVersionSetting`; `missingStatements`: the number of prepared statements without their function
 */
export function readReadiness(caller: number): RowsQuery<z.output<typeof readinessSchema>> {
  return oneRow(
    sql`select jsonb_build_object(
  'isAdministrator', is_administrator(${int(caller)}),
  'versions', (select s.value from setting s where s.name = ${text(schemaVersionSetting)}),
  'missingStatements', (
    select count(*)
    from kept_statement k
    where not exists (
      select
      from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = 'kept'
        and p.proname = k.name
    )
  )
)::text`,
    readinessSchema,
  );
}
