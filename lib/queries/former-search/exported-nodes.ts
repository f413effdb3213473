import * as z from 'zod';

import { manyRows, type RowsQuery } from '../../data-api/query.ts';
import { int, sql } from '../../data-api/sql.ts';
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

/** Lists the readable exportable nodes of all models, in the order of each model. */
export function listExportedNodes(caller: Caller): RowsQuery<readonly ExportedNode[]> {
  return manyRows(
    sql`select jsonb_build_object(
  'nodeId', n.node_id,
  'graphId', n.graph_id,
  'name', n.name,
  'datatype', n.datatype,
  'config', n.config
)::text
from node n
join readable_nodegroup(${int(caller)}) r on r.nodegroup_id = n.nodegroup_id
where n.is_exportable
  and n.holds is distinct from 'nothing'
order by n.graph_id, n.model_position, n.node_id`,
    exportedNodeSchema,
  );
}
