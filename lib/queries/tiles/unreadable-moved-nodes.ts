import { int, sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';

/*
 * After an import moved a node to another nodegroup, a tile can still have values of the node. Reading such a value
 * requires the right to read both nodegroups (ADR 061).
 */

/** The moved nodes whose values a caller may not see in any tile: an SQL expression of type text[], evaluated once. */
export function unreadableMovedNodesExpression(caller: Caller): Statement {
  return sql`(select unreadable_moved_nodes(${int(caller)}))::text[]`;
}

/** An expression: the readable values by node id. @param values an SQL expression of type jsonb: all values by node id */
export function readableValuesExpression(caller: Caller, values: Statement): Statement {
  return sql`${values} - ${unreadableMovedNodesExpression(caller)}`;
}

/** An expression: the provisional edits that the caller may read. @param edits an SQL expression of type jsonb: all edits */
export function readableEditsExpression(caller: Caller, edits: Statement): Statement {
  return sql`edits_without_nodes(readable_provisional_edits(${edits}, ${int(caller)}), ${unreadableMovedNodesExpression(caller)})`;
}
