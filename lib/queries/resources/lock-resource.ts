import { sql, uuid, type Statement } from '../../data-api/sql.ts';
import type { ResourceId } from '../../model/ids.ts';
import { resourcesChangedByDeletionQuery } from './referrers.ts';

/** Locks a resource instance until the transaction ends. */
export function lockResource(resourceId: ResourceId): Statement {
  return sql`select r.version::text
from resource r
where r.resource_id = ${uuid(resourceId)}
for update`;
}

/**
 * Locks a resource instance and its referrers and related resource instances until the transaction ends: everything
 * that its deletion changes. Locks are taken in the order of write-deletion.ts, so that two deletions cannot
 * deadlock.
 */
export function lockWithReferrers(resourceId: ResourceId): Statement {
  return sql`select count(*)
from (
  select r.resource_id
  from resource r
  where r.resource_id = any (array(
    select ${uuid(resourceId)}
    union
    ${resourcesChangedByDeletionQuery(resourceId)}
  ))
  order by r.resource_id
  for update
) locked`;
}
