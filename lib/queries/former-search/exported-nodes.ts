import * as z from 'zod';

import { manyRows, type RowsQuery } from '../../data-api/query.ts';
import { int, sql } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import {
  cardNameExpression,
  cardOrder,
  labelledNodeMembers,
  labelledNodeSchema,
  localizedSchema,
  shownOnCardCondition,
} from '../nodes/labelled-node.ts';

const exportedNodeSchema = labelledNodeSchema
  .extend({
    graphId: z.string(),
    cardName: localizedSchema.nullable(),
    datatype: z.string(),
    config: z.record(z.string(), z.unknown()),
  })
  .readonly();

/** A readable node whose values exports have. */
export type ExportedNode = z.output<typeof exportedNodeSchema>;

/**
 * Lists the readable nodes of all models, in the order of the cards of each model.
 * @param scope those that cards show, or those that their models mark as exportable
 */
export function listExportedNodes(
  caller: Caller,
  scope: 'shown' | 'exportable',
): RowsQuery<readonly ExportedNode[]> {
  return manyRows(
    sql`select jsonb_build_object(
  ${labelledNodeMembers},
  'graphId', n.graph_id,
  'cardName', ${cardNameExpression},
  'datatype', n.datatype,
  'config', n.config
)::text
from node n
join nodegroup ng on ng.nodegroup_id = n.nodegroup_id
join readable_nodegroup(${int(caller)}) r on r.nodegroup_id = n.nodegroup_id
where n.holds is distinct from 'nothing'
  and ${scope === 'shown' ? shownOnCardCondition : sql`n.is_exportable`}
order by n.graph_id, ${cardOrder}`,
    exportedNodeSchema,
  );
}
