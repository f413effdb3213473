import * as z from 'zod';

import { markPrepared } from '../../data-api/prepared-statements.ts';
import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import { int, sql, uuid } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { ResourceId } from '../../model/ids.ts';
import { mayReadSomethingCondition } from '../may-read-anything-condition.ts';
import type { PreparedVariants } from '../prepared-variants.ts';
import { ownProposalCondition } from './own-proposal-condition.ts';

const permissionsSchema = z
  .object({
    mayReadSomething: z.boolean(),
    mayView: z.boolean(),
    mayChange: z.boolean(),
    mayDelete: z.boolean(),
  })
  .readonly();

/**
 * The permissions of a caller on a resource instance; they are all false if it does not exist. `mayReadSomething` is false
 * only for an anonymous caller who may not see the resource instance and may read nothing else.
 */
export type InstancePermissions = z.infer<typeof permissionsSchema>;

/** Finds the permissions of a caller on a resource instance. */
export function findInstancePermissions(
  caller: Caller,
  resourceId: ResourceId,
): RowsQuery<InstancePermissions> {
  return oneRow(
    markPrepared(sql`select jsonb_build_object(
  'mayReadSomething', ${mayReadSomethingCondition(caller, sql`coalesce(p.can_view, false)`)},
  'mayView', coalesce(p.can_view, false),
  'mayChange', coalesce(p.can_change, false),
  'mayDelete', coalesce(p.can_delete and is_reviewer(${int(caller)}), false)
    or coalesce(p.can_change, false) and exists (
      select
      from resource r
      where r.resource_id = ${uuid(resourceId)}
        and ${ownProposalCondition(caller, sql`r`)}
    )
)::text
from (select) one_row
left join resource_permission(${int(caller)}, ${uuid(resourceId)}) p on true`),
    permissionsSchema,
  );
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller, sample) => [findInstancePermissions(caller, sample.resourceId)],
};
