import { sql, type Statement } from '../../data-api/sql.ts';

/**
 * The descriptors of a resource instance that a caller may read, by language and kind: an SQL expression of type jsonb.
 * @param nodegroups a query that returns ids of readable nodegroups; it must include those that are sources of the
 *   descriptors
 * @param resources a query that returns one list: the ids of the visible resource instances among those that the
 *   descriptors mention
 */
export function readableDescriptorsExpression(
  descriptors: Statement,
  nodegroups: Statement,
  resources: Statement,
): Statement {
  return sql`readable_descriptors(
          ${descriptors},
          array(${nodegroups}),
          (${resources})
        )`;
}

/**
 * The nodegroups that are sources of descriptors: a query that returns ids.
 * @param resources the name of a table of resource instances
 */
export function nodegroupsOfDescriptorsQuery(resources: Statement): Statement {
  return sql`
      select unnest(described_nodegroups(d.descriptors))
      from ${resources} d
    `;
}

/** The names of `readableDescriptorsExpression` by language: an SQL expression of type jsonb. */
export function readableNamesExpression(
  descriptors: Statement,
  nodegroups: Statement,
  resources: Statement,
): Statement {
  return sql`(
          select coalesce(jsonb_object_agg(d.key, d.value -> 'name'), '{}')
          from jsonb_each(${readableDescriptorsExpression(descriptors, nodegroups, resources)}) d
          where d.value -> 'name' is not null
        )`;
}
