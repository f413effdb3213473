import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../lib/data-api/query.ts';
import { json, sql } from '../../lib/data-api/sql.ts';
import type { ColumnText } from '../../lib/model/datatypes/datatype.ts';
import { datatypeOf, builtInDatatypes } from '../../lib/model/datatypes/registry.ts';

/** What the row of a node tells of its datatype, beside the name. */
export function datatypeColumns(name: string): {
  readonly holds: string | null;
  readonly compared_by: readonly string[] | null;
  readonly column_text: ColumnText | null;
} {
  const { holds = null, comparedBy = null, columnText = null } = datatypeOf(name);
  return { holds, compared_by: comparedBy, column_text: columnText };
}

/**
 * Brings the nodes of all models into line with the registry of datatypes, which may have another entry since a model was imported.
 * @returns the nodes that hold something else now, whose tiles must be gone through again
 */
export function syncNodeDatatypes(): RowsQuery<readonly string[]> {
  const known = builtInDatatypes.map(({ name }) => ({ name, ...datatypeColumns(name) }));
  return oneRow(
    sql`with known as (
  select k.*
  from jsonb_to_recordset(${json(known)}) as k (name text, holds text, compared_by jsonpath[], column_text jsonb)
),
unsettled as (
  select n.node_id, k.holds, k.compared_by, k.column_text, k.holds is distinct from n.holds as holds_other
  from node n
  left join known k on k.name = n.datatype
  where k.holds is distinct from n.holds
    or k.compared_by::text is distinct from n.compared_by::text
    or k.column_text is distinct from n.column_text
),
settled as (
  update node n
  set
    holds = u.holds,
    compared_by = u.compared_by,
    column_text = u.column_text
  from unsettled u
  where u.node_id = n.node_id
)
select coalesce(jsonb_agg(u.node_id), '[]')::text
from unsettled u
where u.holds_other`,
    z.array(z.string()).readonly(),
  );
}
