import { sql, type Statement } from '../data-api/sql.ts';

/**
 * The display names of a resource instance by language, as far as a caller may read them, as jsonb. It stands in a select from
 * resources `r`, beside the caller's nodegroups in `readable`.
 * @param visible a query that gives one list of the described resource instances that the caller may see
 */
export function readableNames(visible: Statement): Statement {
  return sql`(
          select coalesce(jsonb_object_agg(d.key, d.value -> 'name'), '{}')
          from jsonb_each(readable_descriptors(
              r.descriptors,
              (select array_agg(n.nodegroup_id) from readable n),
              (${visible})
            )) d
          where d.value -> 'name' is not null
        )`;
}
