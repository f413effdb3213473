import { int, intArray, sql, uuid, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { nilUuid, type ResourceId } from '../../model/ids.ts';
import { relationParts } from '../../model/resources/relation-parts.ts';
import { relationRowsQuery } from './relation-rows.ts';

/** How many relations of each part a page lists. */
export const maxRelated = 10;

/** The parts of the relations that a page lists: all but its own values. */
const relatedParts = relationParts.flatMap(({ direction, kind }, index) =>
  direction === 'outgoing' && kind === 'tile' ? [] : [index],
);

/**
 * The common table expression `related`: the visible relations with other resource instances, up to one more of each part than a page lists;
 * none if the caller may not see this one.
 */
export function relatedTable(caller: Caller, resourceId: ResourceId): Statement {
  return sql`related as materialized (
    select v.part, v.other_id, r.*
    from visible_among(${int(caller)}, array[${uuid(resourceId)}]) q
    cross join unnest(${intArray(relatedParts)}) p (part)
    cross join lateral visible_relation(
      ${int(caller)}, q.resource_id, array[p.part], 0, ${uuid(nilUuid)}, ${uuid(nilUuid)}, ${int(maxRelated + 1)}
    ) v
    join resource_relation r on r.relation_id = v.relation_id
  )`;
}

/** A query for the ids of these resource instances. */
export const relatedIdsQuery = sql`select r.other_id from related r`;

/** The common table expression `relation_row`: these relations as JSON strings. */
export const relationRowTable = sql`relation_row (position, text) as materialized (
    ${relationRowsQuery(sql`related`)}
  )`;
