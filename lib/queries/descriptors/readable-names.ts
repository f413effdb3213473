import { sql, type Statement } from '../../data-api/sql.ts';

/**
 * The descriptors of a resource instance as far as a caller may read them, by language and kind: an expression of jsonb.
 * @param nodegroups a query of the ids of the nodegroups that the caller may read, at least of those that the texts were built from
 * @param resources a query of one list: of the resource instances that the descriptors name, those that the caller may see
 */
export function readableDescriptors(
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

/** The nodegroups that the texts of resource instances were built from: a query of ids. @param resources the name of a table of these */
export function nodegroupsOfDescriptors(resources: Statement): Statement {
  return sql`
      select unnest(described_nodegroups(d.descriptors))
      from ${resources} d
    `;
}

/** The names among `readableDescriptors` by language: an expression of jsonb. */
export function readableNames(
  descriptors: Statement,
  nodegroups: Statement,
  resources: Statement,
): Statement {
  return sql`(
          select coalesce(jsonb_object_agg(d.key, d.value -> 'name'), '{}')
          from jsonb_each(${readableDescriptors(descriptors, nodegroups, resources)}) d
          where d.value -> 'name' is not null
        )`;
}
