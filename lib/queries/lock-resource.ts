import { sql, uuid, type Statement } from '../data-api/sql.ts';
import type { ResourceId } from '../model/ids.ts';

/** Keeps everybody else from changing a resource instance until the transaction ends. */
export function lockResource(resourceId: ResourceId): Statement {
  return sql`select r.version::text
from resource r
where r.resource_id = ${uuid(resourceId)}
for update`;
}
