import { sql, type Statement } from '../../data-api/sql.ts';

/**
 * The versions of the data by name, as an SQL expression of type jsonb. Whenever features can have changed, a version
 * changes. An import can omit the activity, but it always writes the edit log.
 * @param hasProposals the condition that an export depends on proposals. Features do not; RDF does, because reviewers see
 *   resource instances that are only proposed
 */
export const dataVersions = (hasProposals: Statement): Statement => sql`(
    select
      coalesce(jsonb_object_agg(c.subject, c.changed_at::text), '{}')
      || jsonb_build_object(
        'activity', (select a.ordinal::text from activity_counter a),
        'edits', coalesce(
          (
            select e.edit_log_id::text
            from edit_log e
            where ${hasProposals}
              or e.edit_type <> 'tile proposal'
              and not exists (
                select
                from resource r
                where r.resource_id = e.resource_id
                  and r.proposed_by is not null
              )
            order by e.edit_log_id desc
            limit 1
          ),
          '0'
        ),
        'mobile projects', (
          select md5(coalesce(string_agg(concat_ws(' ', p.mobile_project_id, p.version), ',' order by p.mobile_project_id), ''))
          from mobile_project p
        )
      )
    from last_change c
  )`;
