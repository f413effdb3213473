import { sql, uuid, type Statement } from '../../data-api/sql.ts';
import type { ResourceId } from '../../model/ids.ts';
import { resourcesChangedByDeletion } from './referrers.ts';

/** Keeps everybody else from changing a resource instance until the transaction ends. */
export function lockResource(resourceId: ResourceId): Statement {
  return sql`select r.version::text
from resource r
where r.resource_id = ${uuid(resourceId)}
for update`;
}

/**
 * Keeps everybody else from changing a resource instance, and those that refer to it or are related to it, until the transaction
 * ends: all that its deletion changes. The locks are taken in the order of delete-resource.ts, so that two deletions do not each
 * wait for the other.
 */
export function lockWithReferrers(resourceId: ResourceId): Statement {
  return sql`select count(*)
from (
  select r.resource_id
  from resource r
  where r.resource_id = any (array(
    select ${uuid(resourceId)}
    union
    ${resourcesChangedByDeletion(resourceId)}
  ))
  order by r.resource_id
  for update
) locked`;
}
