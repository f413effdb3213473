import { int, intArray, sql, uuid, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { nilUuid, type ResourceId } from '../../model/ids.ts';
import { relationParts } from '../../model/resources/relation-parts.ts';

/** The maximum number of referrers that a page lists. */
export const maxReferrers = 20;

/** The maximum number of relations that a page reads, because a record can refer to another one many times. */
const maxRelations = 100;

/** The parts of the relations that come from others. */
const incomingParts = relationParts.flatMap(({ direction }, index) =>
  direction === 'incoming' ? index : [],
);

/**
 * The common table expression `referrer`: the other resource instances with a visible relation to this one, up to one
 * more than a page lists; none if the caller may not see this one.
 */
export function referrerTable(caller: Caller, resourceId: ResourceId): Statement {
  return sql`referrer as materialized (
    select distinct r.other_id as resource_id
    from visible_among(${int(caller)}, array[${uuid(resourceId)}]) v
    cross join lateral visible_relation(
      ${int(caller)}, v.resource_id, ${intArray(incomingParts)}, 0, ${uuid(nilUuid)}, ${uuid(nilUuid)}, ${int(maxRelations)}
    ) r
    where r.other_id <> v.resource_id
    order by r.other_id
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
