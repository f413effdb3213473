import * as z from 'zod';

import { manyRows, optionalRow, type RowsQuery } from '../../../../lib/data-api/query.ts';
import { sql, text, uuid, type Statement } from '../../../../lib/data-api/sql.ts';
import { graphIdOrSlugCondition } from '../../../../lib/queries/graphs/graph-id-or-slug-condition.ts';

/**
 * The expression for the name of a nodegroup in messages, `graph/name`: the slug or id of its graph, and the alias of its
 * collector.
 * @param nodegroup the alias of the table `nodegroup`
 */
export function nodegroupPath(nodegroup: Statement): Statement {
  return sql`(
  select coalesce(g.slug, g.graph_id::text) || coalesce('/' || coalesce(c.alias, c.property_name), '')
  from graph g
  left join node c on c.node_id = ${nodegroup}.nodegroup_id
  where g.graph_id = ${nodegroup}.graph_id
)`;
}

const namedNodegroupSchema = z.object({ id: z.string(), name: z.string() }).readonly();

export type NamedNodegroup = z.infer<typeof namedNodegroupSchema>;

const idAndName = sql`jsonb_build_object('id', n.nodegroup_id, 'name', ${nodegroupPath(sql`n`)})::text`;

export function findNodegroupById(nodegroupId: string): RowsQuery<NamedNodegroup | undefined> {
  return optionalRow(
    sql`select ${idAndName}
from nodegroup n
where n.nodegroup_id = ${uuid(nodegroupId)}`,
    namedNodegroupSchema,
  );
}

/**
 * Finds the nodegroups of a graph by the alias or property name of their collector, in the order of the model.
 * @param graph slug or id
 * @param name null for all
 */
export function findNodegroupsByName(
  graph: string,
  name: string | null,
): RowsQuery<readonly NamedNodegroup[]> {
  return manyRows(
    sql`select ${idAndName}
from nodegroup n
join graph g on g.graph_id = n.graph_id
left join node c on c.node_id = n.nodegroup_id
where ${graphIdOrSlugCondition(graph)}
  and (${text(name)} is null or ${text(name)} in (c.alias, c.property_name))
order by n.model_position, n.nodegroup_id`,
    namedNodegroupSchema,
  );
}

/** Lists the slugs of the resource models, or their ids if they have none. */
export function listModelNames(): RowsQuery<readonly string[]> {
  return manyRows(
    sql`select to_json(coalesce(g.slug, g.graph_id::text))::text
from graph g
where g.is_resource_model
order by coalesce(g.slug, g.graph_id::text)`,
    z.string(),
  );
}

/** Finds a resource instance. @returns its id as it is stored; undefined if it does not exist */
export function findResourceId(resourceId: string): RowsQuery<string | undefined> {
  return optionalRow(
    sql`select to_json(r.resource_id)::text
from resource r
where r.resource_id = ${uuid(resourceId)}`,
    z.string(),
  );
}
