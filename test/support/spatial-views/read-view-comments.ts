import type { Session } from '../../../infra/local/database/database.ts';
import { quoteLiteral } from './read-views.ts';

/** Reads the comments of a view and its columns, by column name. The comment of the view itself has the empty name. */
export async function readViewComments(
  session: Session,
  schema: string,
  view: string,
): Promise<Readonly<Record<string, string | null>>> {
  const { rows } = await session.query(
    `select coalesce(a.attname, ''), case when a.attnum is null then obj_description(c.oid) else col_description(c.oid, a.attnum) end
from pg_catalog.pg_class c
join pg_namespace n on n.oid = c.relnamespace
left join lateral (
  select attname, attnum
  from pg_attribute
  where attrelid = c.oid
    and attnum > 0
  union all
  select null, null
) a on true
where n.nspname = ${quoteLiteral(schema)}
  and c.relname = ${quoteLiteral(view)}`,
    [],
    60_000,
  );
  return Object.fromEntries(rows.map(([name, comment = null]) => [String(name), comment]));
}
