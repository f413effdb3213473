import { int, sql, uuid, type Statement } from '../../data-api/sql.ts';
import type { ResourceId } from '../../model/ids.ts';
import type { Caller } from './list-resources.ts';

/**
 * What a caller may do with a resource instance.
 * @returns one row: whether the caller may read anything at all; whether the caller may see, change and delete the resource
 * instance, each null where there is none
 */
export function instancePermissions(caller: Caller, resourceId: ResourceId): Statement {
  return sql`select may_read_anything(${int(caller)}), p.can_view, p.can_change, p.can_delete
from (select) one
left join resource_permission(${int(caller)}, ${uuid(resourceId)}) p on true`;
}
