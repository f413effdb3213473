import * as z from 'zod';

import { manyRows, type RowsQuery } from '../../data-api/query.ts';
import { boolean, int, sql } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';

const exportedNodeSchema = z
  .object({
    nodeId: z.string(),
    graphId: z.string(),
    name: z.union([z.string(), z.record(z.string(), z.string().nullable())]),
    datatype: z.string(),
    config: z.record(z.string(), z.unknown()),
  })
  .readonly();

/** A readable node whose values exports have. */
export type ExportedNode = z.output<typeof exportedNodeSchema>;

/**
 * Lists the readable nodes of all models, in the order of the cards of each model.
 * @param scope all, or only those that their models mark as exportable
 */
export function listExportedNodes(
  caller: Caller,
  scope: 'all' | 'exportable',
): RowsQuery<readonly ExportedNode[]> {
  return manyRows(
    sql`select jsonb_build_object(
  'nodeId', n.node_id,
  'graphId', n.graph_id,
  'name', n.name,
  'datatype', n.datatype,
  'config', n.config
)::text
from node n
join nodegroup ng on ng.nodegroup_id = n.nodegroup_id
join readable_nodegroup(${int(caller)}) r on r.nodegroup_id = n.nodegroup_id
where n.holds is distinct from 'nothing'
  and (n.is_exportable or ${boolean(scope === 'all')})
order by n.graph_id, ng.depth, ng.model_position, n.model_position, n.node_id`,
    exportedNodeSchema,
  );
}
