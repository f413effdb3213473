import { sql, uuid, type Statement } from '../data-api/sql.ts';
import { nilUuid } from '../model/ids.ts';

/**
 * The condition that an id comes after another one, written so that PostgreSQL uses an index even if the other id is null.
 * @param id a column of type uuid
 * @param after an expression of type text or uuid; null to begin with the first id
 */
export function idAfterCondition(id: Statement, after: Statement): Statement {
  return sql`${id} >= coalesce(${after}::uuid, ${uuid(nilUuid)})
        and ${id} is distinct from ${after}::uuid`;
}
