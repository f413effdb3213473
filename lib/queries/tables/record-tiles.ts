import type { PagedQuery } from '../../data-api/query.ts';
import { int, sql, uuidArray } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { parseResourceId, type ResourceId } from '../../model/ids.ts';
import {
  readableNodegroupTable,
  readableTileTable,
  recordExpression,
} from '../resources/readable-records.ts';
import { requestedPageQuery } from '../resources/requested-page.ts';
import { recordOrder } from '../tiles/tile-order.ts';

/** A resource instance with the records of its readable tiles as JSON strings, in their order. */
export type RecordTiles = {
  readonly resourceId: ResourceId;
  readonly tiles: readonly string[];
};

/**
 * Lists the tiles of visible resource instances, in the order of their ids, without hidden nodegroups.
 * @param ids in lower case
 */
export function listRecordTiles(
  caller: Caller,
  ids: readonly string[],
): PagedQuery<readonly RecordTiles[]> {
  return {
    commonTableExpressions: sql`requested_resource as materialized (
    select r.resource_id, r.graph_id
    from resource r
    where r.resource_id = any (array(select unnest(${uuidArray(ids)})))
  ),
  visible_id as materialized (
    select v.resource_id
    from visible_resource(${int(caller)}) v
    where v.resource_id = any (array(select r.resource_id from requested_resource r))
  ),
  ${readableNodegroupTable(
    caller,
    sql`
      select n.nodegroup_id
      from nodegroup n
      where n.graph_id in (select r.graph_id from requested_resource r)
    `,
  )}`,
    items: (after, limit) => sql`select
      v.resource_id::text as key,
      -- The records are JSON, which contains no tab.
      concat_ws(E'\\t', v.resource_id, d.text) as item
    from (${requestedPageQuery(after, limit)}) v
    cross join lateral (
      with ${readableTileTable(caller)}
      select string_agg(${recordExpression(caller)}, E'\\t' order by ${recordOrder(sql`t`)}) as text
      from readable_tile t
      where not t.is_hidden
    ) d
    order by v.resource_id`,
    parse: (items) =>
      items.map((item) => {
        const [resourceId = '', ...tiles] = item.split('\t');
        return { resourceId: parseResourceId(resourceId), tiles };
      }),
  };
}
