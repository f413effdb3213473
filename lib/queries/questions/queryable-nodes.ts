import * as z from 'zod';

import { manyRows, type RowsQuery } from '../../data-api/query.ts';
import { int, sql, text, textArray } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { graphIdOrSlugCondition } from '../graphs/graph-id-or-slug-condition.ts';

const queryableNodeSchema = z
  .object({
    /** The name by which the node was found. */
    name: z.string(),
    nodeId: z.string(),
    graphId: z.string(),
    datatype: z.string(),
    config: z.record(z.string(), z.unknown()),
    entryNodeId: z.number(),
    nodegroupPath: z.tuple([z.string()], z.string()),
    readableNodegroupIds: z.array(z.string()).readonly(),
  })
  .readonly();

/** A readable node that a condition can name. */
export type QueryableNode = z.output<typeof queryableNodeSchema>;

/**
 * Finds the readable nodes with these names in one model or in all: by alias, otherwise by the property name in GeoJSON, otherwise by id.
 * @rule Searching by values: Which node does the name of a condition mean?
 * @param graph the id or slug of a model; undefined for all
 */
export function findQueryableNodes(
  caller: Caller,
  names: readonly string[],
  graph: string | undefined,
): RowsQuery<readonly QueryableNode[]> {
  return manyRows(
    sql`with recursive requested as materialized (
  select r.name
  from unnest(${textArray(names)}) r (name)
),
readable as materialized (
  select p.nodegroup_id
  from readable_nodegroup(${int(caller)}) p
),
candidate as materialized (
  select
    r.name,
    n.node_id,
    n.graph_id,
    n.nodegroup_id,
    n.datatype,
    n.config,
    case
      when n.alias = r.name then 1
      when n.property_name = r.name then 2
      else 3
    end as rank
  from requested r
  join node n
    on n.alias = r.name
    or n.property_name = r.name
    or n.node_id::text = lower(r.name)
  join graph g on g.graph_id = n.graph_id
  where n.nodegroup_id in (select c.nodegroup_id from readable c)
    and (${text(graph ?? null)} is null or ${graphIdOrSlugCondition(graph ?? null)})
),
node_of_name as (
  select c.*
  from candidate c
  where c.rank = (
    select min(o.rank)
    from candidate o
    where o.name = c.name
      and o.graph_id = c.graph_id
  )
),
above (nodegroup_id, above_id, step) as (
  select distinct n.nodegroup_id, n.nodegroup_id, 0
  from node_of_name n
  union
  select a.nodegroup_id, g.parent_nodegroup_id, a.step + 1
  from above a
  join nodegroup g on g.nodegroup_id = a.above_id
  where g.parent_nodegroup_id is not null
)
select jsonb_build_object(
  'name', n.name,
  'nodeId', n.node_id,
  'graphId', n.graph_id,
  'datatype', n.datatype,
  'config', n.config,
  'entryNodeId', e.entry_node_id,
  'nodegroupPath', (
    select jsonb_agg(a.above_id order by a.step)
    from above a
    where a.nodegroup_id = n.nodegroup_id
  ),
  'readableNodegroupIds', (
    select jsonb_agg(distinct h.nodegroup_id)
    from held_node h
    where h.node_id = n.node_id
      and h.nodegroup_id in (select c.nodegroup_id from readable c)
  )
)::text
from node_of_name n
join entry_node e on e.node_id = n.node_id
order by n.name, n.graph_id, n.node_id`,
    queryableNodeSchema,
  );
}

/** Lists up to five readable aliases that are similar to a name, the most similar first. */
export function findSimilarNodeNames(
  caller: Caller,
  name: string,
  graph: string | undefined,
): RowsQuery<readonly string[]> {
  return manyRows(
    sql`select to_jsonb(s.alias)::text
from (
  select n.alias, max(similarity(n.alias, ${text(name)})) as similarity
  from node n
  join graph g on g.graph_id = n.graph_id
  where n.alias is not null
    and n.nodegroup_id in (select r.nodegroup_id from readable_nodegroup(${int(caller)}) r)
    and (${text(graph ?? null)} is null or ${graphIdOrSlugCondition(graph ?? null)})
  group by n.alias
) s
where s.similarity > 0.2
order by s.similarity desc, s.alias
limit 5`,
    z.string(),
  );
}
