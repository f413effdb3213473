import { int, sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';

/** The condition that a resource instance consists only of proposals of the caller. Then no reviewer is needed to delete it. */
export function ownProposalCondition(caller: Caller, resource: Statement): Statement {
  return sql`coalesce(${resource}.proposed_by = array[${int(caller)}]::integer[], false)`;
}
