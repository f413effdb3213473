import * as z from 'zod';

import { manyRows, mapQuery, type RowsQuery } from '../../data-api/query.ts';
import { int, sql, text, textArray, type Statement } from '../../data-api/sql.ts';
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
 * Finds the readable nodes with these names in one model or in all: by alias, otherwise by the property name in GeoJSON, otherwise by id. A node that only
 * groups others has no values, so it is not found.
 * @rule Searching by values: Which node does the name of a condition mean?
 * @param graph the id or slug of a model; undefined for all
 */
export function findQueryableNodes(
  caller: Caller,
  names: readonly string[],
  graph: string | undefined,
): RowsQuery<readonly QueryableNode[]> {
  return queryableNodesQuery(
    caller,
    sql`select c.name, c.node_id, c.graph_id, c.nodegroup_id, c.datatype, c.config
  from (
    select
      r.name,
      n.node_id,
      n.graph_id,
      n.nodegroup_id,
      n.datatype,
      n.config,
      rank() over (
        partition by r.name, n.graph_id
        order by case
          when n.alias = r.name then 1
          when n.property_name = r.name then 2
          else 3
        end
      ) as rank
    from unnest(${textArray(names)}) r (name)
    join node n
      on n.alias = r.name
      or n.property_name = r.name
      or n.node_id::text = lower(r.name)
    join graph g on g.graph_id = n.graph_id
    where n.nodegroup_id in (select c.nodegroup_id from readable c)
      and n.holds is distinct from 'nothing'
      and ${isOfGraph(graph)}
  ) c
  where c.rank = 1`,
  );
}

/**
 * Finds the readable nodes of some datatypes in one model or in all. Their name is empty.
 * @param graph the id or slug of a model; undefined for all
 */
export function findNodesOfDatatypes(
  caller: Caller,
  datatypes: readonly string[],
  graph: string | undefined,
): RowsQuery<readonly QueryableNode[]> {
  return queryableNodesQuery(
    caller,
    sql`select '' as name, n.node_id, n.graph_id, n.nodegroup_id, n.datatype, n.config
  from node n
  join graph g on g.graph_id = n.graph_id
  where n.datatype = any (${textArray(datatypes)})
    and n.nodegroup_id in (select c.nodegroup_id from readable c)
    and ${isOfGraph(graph)}`,
  );
}

/** Finds the id of a model by its id or slug, if the caller may read something of it. */
export function findGraphId(caller: Caller, graph: string): RowsQuery<string | undefined> {
  return mapQuery(
    manyRows(
      sql`select to_jsonb(g.graph_id)::text
from graph g
where ${graphIdOrSlugCondition(graph)}
  and may_read_graph(${int(caller)}, g.graph_id)
limit 1`,
      z.string(),
    ),
    ([graphId]) => graphId,
  );
}

const isOfGraph = (graph: string | undefined): Statement =>
  graph === undefined ? sql`true` : graphIdOrSlugCondition(graph);

/** @param nodes a query for nodes, which can use `readable`: the nodegroups that the caller may read */
function queryableNodesQuery(
  caller: Caller,
  nodes: Statement,
): RowsQuery<readonly QueryableNode[]> {
  return manyRows(
    sql`with recursive readable as materialized (
  select p.nodegroup_id
  from readable_nodegroup(${int(caller)}) p
),
node_of_name as materialized (
  ${nodes}
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
    and n.holds is distinct from 'nothing'
    and ${isOfGraph(graph)}
  group by n.alias
) s
where s.similarity > 0.2
order by s.similarity desc, s.alias
limit 5`,
    z.string(),
  );
}
