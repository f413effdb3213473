import { sql, text, type Statement } from '../../../lib/data-api/sql.ts';
import { schemaVersionSetting } from '../../../lib/queries/service/read-readiness.ts';

/** Stores the version of the schema, followed by the previous version, whose functions can still run. */
export function storeSchemaVersion(version: string): Statement {
  return sql`insert into setting as s (name, value)
values (${text(schemaVersionSetting)}, ${text(version)})
on conflict (name) do update
set value = excluded.value || ' ' || split_part(s.value, ' ', 1)
where split_part(s.value, ' ', 1) <> excluded.value`;
}
