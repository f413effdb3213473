import { sql, type Statement } from '../../data-api/sql.ts';
import { idAfterCondition } from '../id-after-condition.ts';

/**
 * A page of the visible resource instances among those of `requested_resource`, in the order of their ids.
 * @param after see `PagedQuery`
 */
export function requestedPage(after: Statement, limit: Statement): Statement {
  return sql`select a.*
      from requested_resource a
      where a.resource_id in (select i.resource_id from visible_id i)
        and ${idAfterCondition(sql`a.resource_id`, after)}
      order by a.resource_id
      limit ${limit}`;
}
