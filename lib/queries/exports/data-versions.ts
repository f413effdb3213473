import { sql, type Statement } from '../../data-api/sql.ts';

/**
 * The versions of the data by name, as an SQL expression of type jsonb. Whenever features can have changed, a version
 * changes.
 * @param dependsOnProposals the condition that the export depends on proposals. An export of features does not; one of
 *   RDF does, because a reviewer also gets resource instances that are only proposed
 */
export const dataVersionsExpression = (dependsOnProposals: Statement): Statement => sql`(
    select
      coalesce(jsonb_object_agg(c.subject, c.changed_at::text), '{}')
      || (
        select jsonb_build_object(
          'activity', a.ordinal::text,
          'imports', a.imports::text,
          'proposals', case when ${dependsOnProposals} then a.proposals::text else '0' end
        )
        from activity_counter a
      )
      || jsonb_build_object(
        'mobile projects', (
          select md5(coalesce(string_agg(concat_ws(' ', p.mobile_project_id, p.version), ',' order by p.mobile_project_id), ''))
          from mobile_project p
        )
      )
    from last_change c
  )`;
