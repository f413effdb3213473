import { sql, uuid, type Statement } from '../data-api/sql.ts';
import { nilUuid } from '../model/ids.ts';

/**
 * The condition that an id comes after a key, in a form for which an index is used with and without a key.
 * @param id a column of the type uuid
 * @param after an expression of the key, of type text or uuid; null before the first id
 */
export function idAfterCondition(id: Statement, after: Statement): Statement {
  return sql`${id} >= coalesce(${after}::uuid, ${uuid(nilUuid)})
        and ${id} is distinct from ${after}::uuid`;
}
