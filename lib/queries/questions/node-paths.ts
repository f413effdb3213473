import * as z from 'zod';

import { manyRows, type RowsQuery } from '../../data-api/query.ts';
import { sql, uuidArray } from '../../data-api/sql.ts';

const nodePathSchema = z
  .object({
    nodeId: z.string(),
    graphId: z.string(),
    graphSlug: z.string().nullable(),
    /** From the node up to the root of its model. */
    path: z
      .array(
        z
          .object({ ontologyClass: z.string().nullable(), ontologyProperty: z.string().nullable() })
          .readonly(),
      )
      .readonly(),
  })
  .readonly();

/** Where a node is in its model. */
export type NodePath = z.output<typeof nodePathSchema>;

/** Finds where nodes are in their models. It checks no permissions. */
export function findNodePaths(nodeIds: readonly string[]): RowsQuery<readonly NodePath[]> {
  return manyRows(
    sql`with recursive above (node_id, above_id, step) as (
  select n.node_id, n.node_id, 0
  from node n
  where n.node_id = any (${uuidArray(nodeIds)})
  union
  select a.node_id, n.parent_node_id, a.step + 1
  from above a
  join node n on n.node_id = a.above_id
  where n.parent_node_id is not null
)
select jsonb_build_object(
  'nodeId', n.node_id,
  'graphId', g.graph_id,
  'graphSlug', g.slug,
  'path', (
    select jsonb_agg(
      jsonb_build_object(
        'ontologyClass', u.ontology_class,
        'ontologyProperty', u.ontology_property
      )
      order by a.step
    )
    from above a
    join node u on u.node_id = a.above_id
    where a.node_id = n.node_id
  )
)::text
from node n
join graph g on g.graph_id = n.graph_id
where n.node_id = any (${uuidArray(nodeIds)})
order by n.node_id`,
    nodePathSchema,
  );
}
