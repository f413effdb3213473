import { sql, type Statement } from '../../data-api/sql.ts';
import { idAfterCondition } from '../id-after-condition.ts';

/**
 * A page of the visible resource instances among those of `requested_resource`, in the order of their ids.
 * @param after see `PagedQuery`
 */
export function requestedPageQuery(after: Statement, limit: Statement): Statement {
  return sql`select r.*
      from requested_resource r
      where r.resource_id in (select i.resource_id from visible_id i)
        and ${idAfterCondition(sql`r.resource_id`, after)}
      order by r.resource_id
      limit ${limit}`;
}
