import * as z from 'zod';

import { sql, type Statement } from '../../data-api/sql.ts';
import { nodegroupOrder } from '../tiles/tile-order.ts';

/** A text of a model: plain, or by language. */
export const localizedSchema = z.union([z.string(), z.record(z.string(), z.string().nullable())]);

/** A node with what its label is chosen from (lib/model/graphs/node-widget.ts). */
export const labelledNodeSchema = z.object({
  nodeId: z.string(),
  alias: z.string().nullable(),
  name: localizedSchema,
  widget: z
    .object({ label: localizedSchema.nullable(), isVisible: z.boolean(), sortOrder: z.number() })
    .readonly()
    .nullable(),
});

/** The members of a labelled node `n`, for jsonb_build_object. */
export const labelledNodeMembers: Statement = sql`'nodeId', n.node_id, 'alias', n.alias, 'name', n.name, 'widget', n.widget`;

/** An expression: the name of the node `n` in a condition. */
export const conditionNameExpression: Statement = sql`coalesce(nullif(n.alias, ''), n.node_id::text)`;

/** A condition: the card of the node `n` shows it. */
export const shownOnCardCondition: Statement = sql`coalesce((n.widget ->> 'isVisible')::boolean, true)`;

/** The order of the nodes `n` of the nodegroups `ng` on pages: by nodegroup, then as the cards have them. */
export const cardOrder: Statement = sql`${nodegroupOrder(sql`ng`)}, (n.widget ->> 'sortOrder')::numeric nulls last, n.model_position, n.node_id`;

/** An expression: the name of the card of the node `n`; null without a card. */
export const cardNameExpression: Statement = sql`(
    select c.name
    from card c
    where c.nodegroup_id = n.nodegroup_id
    order by c.sort_order, c.card_id
    limit 1
  )`;
