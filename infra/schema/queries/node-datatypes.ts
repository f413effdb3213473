import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../../lib/data-api/query.ts';
import { json, sql, textArray, uuidArray, type Statement } from '../../../lib/data-api/sql.ts';
import type { ColumnText } from '../../../lib/model/datatypes/datatype.ts';
import { datatypeOf, builtInDatatypes } from '../../../lib/model/datatypes/registry.ts';

/** Returns the values of those columns of a node that depend on its datatype. */
export function datatypeColumns(name: string): {
  readonly holds: string | null;
  readonly compared_by: readonly string[] | null;
  readonly column_text: ColumnText | null;
} {
  const { holds = null, comparisonPaths = null, columnText = null } = datatypeOf(name);
  return { holds, compared_by: comparisonPaths, column_text: columnText };
}

/**
 * Updates those columns of all nodes that depend on the datatype, after the registry of datatypes has changed.
 * @returns the ids of the nodes whose column `holds` has changed; the data that is derived from their tiles must be derived again
 */
export function syncNodeDatatypes(): RowsQuery<readonly string[]> {
  const datatypes = builtInDatatypes.map(({ name }) => ({ name, ...datatypeColumns(name) }));
  return oneRow(
    sql`with registry as (
  select r.*
  from jsonb_to_recordset(${json(datatypes)}) as r (name text, holds text, compared_by jsonpath[], column_text jsonb)
),
outdated as (
  select n.node_id, r.holds, r.compared_by, r.column_text, r.holds is distinct from n.holds as is_holds_changed
  from node n
  left join registry r on r.name = n.datatype
  where r.holds is distinct from n.holds
    or r.compared_by::text is distinct from n.compared_by::text
    or r.column_text is distinct from n.column_text
),
updated as (
  update node n
  set
    holds = o.holds,
    compared_by = o.compared_by,
    column_text = o.column_text
  from outdated o
  where o.node_id = n.node_id
)
select coalesce(jsonb_agg(o.node_id), '[]')::text
from outdated o
where o.is_holds_changed`,
    z.array(z.string()).readonly(),
  );
}

/** Rebuilds the rows that are derived from values of these nodes, by running the triggers of their tiles. */
export function rederiveTiles(nodeIds: readonly string[]): Statement {
  return sql`update tile
set data = data
where nodegroup_id in (select h.nodegroup_id from held_node h where h.node_id = any (${uuidArray(nodeIds)}))
  and jsonb_exists_any(data, (select ${textArray(nodeIds)}))`;
}
