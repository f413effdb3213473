import * as z from 'zod';

import { sql, type Statement } from '../../data-api/sql.ts';
import {
  conditionNameExpression,
  labelledNodeMembers,
  labelledNodeSchema,
  localizedSchema,
} from '../nodes/labelled-node.ts';

/** The members that describe the node and the model of a suggestion. */
export const suggestedNodeMembers = {
  /** The name of the node in a condition. */
  conditionName: z.string(),
  node: labelledNodeSchema.readonly(),
  nodegroupId: z.string(),
  graphId: z.string(),
  modelName: localizedSchema,
};

/** These members of the node `n` and the model `g`, for jsonb_build_object. */
export const suggestedNodeExpression: Statement = sql`'conditionName', ${conditionNameExpression},
        'node', jsonb_build_object(${labelledNodeMembers}),
        'nodegroupId', n.nodegroup_id,
        'graphId', n.graph_id,
        'modelName', g.name`;
