import * as z from 'zod';

import { sql, type Statement } from '../../data-api/sql.ts';

const localized = z.union([z.string(), z.record(z.string(), z.string().nullable())]);

/** The members that describe the node and the model of a suggestion. */
export const suggestedNodeMembers = {
  /** The name of the node in a condition. */
  nodeName: z.string(),
  nodeLabel: localized,
  nodegroupId: z.string(),
  graphId: z.string(),
  modelName: localized,
};

/** These members of the node `n` and the model `g`, for jsonb_build_object. */
export const suggestedNodeExpression: Statement = sql`'nodeName', coalesce(nullif(n.alias, ''), n.node_id::text),
        'nodeLabel', n.name,
        'nodegroupId', n.nodegroup_id,
        'graphId', n.graph_id,
        'modelName', g.name`;
