import { int, sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';

/*
 * A tile may hold values of a node that an import of its model has moved to another nodegroup. Whoever reads such a value may read the
 * nodegroups of both (ADR 061).
 */

/** The nodes whose values a caller is shown in no tile: an expression of text[], worked out once. */
export function closedNodes(caller: Caller): Statement {
  return sql`(select unreadable_moved_nodes(${int(caller)}))::text[]`;
}

/** Values by node as far as the caller may read them. @param values an expression of jsonb */
export function readableValues(caller: Caller, values: Statement): Statement {
  return sql`${values} - ${closedNodes(caller)}`;
}

/** Provisional edits as far as the caller may read them. @param edits an expression of jsonb */
export function readableEdits(caller: Caller, edits: Statement): Statement {
  return sql`edits_without_nodes(readable_provisional_edits(${edits}, ${int(caller)}), ${closedNodes(caller)})`;
}
