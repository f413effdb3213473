import { int, sql, uuid, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { ResourceId } from '../../model/ids.ts';
import { tileVisibleCondition } from '../tiles/tile-record.ts';
import { unreadableMovedNodesExpression } from '../tiles/unreadable-moved-nodes.ts';

/** The maximum number of referrers that a page lists. */
export const maxReferrers = 20;

/** The maximum number of references that a page reads, because every record of an archive can refer to the same place. */
export const maxReferences = 500;

/**
 * The common table expression `candidate_referrer`: tiles of other resource instances that refer to this one, with the
 * referring node. It includes tiles that the caller may not read.
 */
export function candidateReferrerTable(resourceId: ResourceId): Statement {
  return sql`candidate_referrer as materialized (
    select t.*, o.node_id
    from resource_relation o
    join tile t on t.tile_id = o.tile_id
    where o.to_resource_id = ${uuid(resourceId)}
      and t.resource_id <> ${uuid(resourceId)}
    limit ${int(maxReferences)}
  )`;
}

/**
 * The common table expression `referrer`: the visible resource instances with a readable reference, up to one more than a
 * page lists. The surrounding statement must define `candidate_referrer`, `readable_nodegroup` and `visible_id`.
 */
export function referrerTable(caller: Caller): Statement {
  return sql`referrer as materialized (
    select distinct c.resource_id
    from candidate_referrer c
    where c.nodegroup_id in (select n.nodegroup_id from readable_nodegroup n)
      and c.node_id::text <> all (${unreadableMovedNodesExpression(caller)})
      and c.resource_id = any (array(select v.resource_id from visible_id v))
      and ${tileVisibleCondition(caller, sql`c`)}
    order by c.resource_id
    limit ${int(maxReferrers + 1)}
  )`;
}

/** The common table expression `referrer_row`: the ids of the referrers as JSON strings. */
export const referrerRowTable = sql`referrer_row (position, text) as materialized (
    select
      row_number() over (order by r.resource_id),
      to_json(r.resource_id)::text
    from referrer r
  )`;
