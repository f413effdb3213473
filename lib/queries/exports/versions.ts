import { sql } from '../../data-api/sql.ts';

/**
 * What tells, of all that is stored, whether features may be others than before: an expression of JSON, by name. An import may leave nothing
 * in the activity stream, but always something in the edit log.
 */
export const dataVersions = sql`(
    select
      coalesce(jsonb_object_agg(c.subject, c.changed_at::text), '{}')
      || jsonb_build_object(
        'activity', (select a.ordinal::text from activity_counter a),
        'edits', (select coalesce(max(e.edit_log_id), 0)::text from edit_log e),
        'mobile projects', (
          select md5(coalesce(string_agg(concat_ws(' ', p.mobile_project_id, p.version), ',' order by p.mobile_project_id), ''))
          from mobile_project p
        )
      )
    from last_change c
  )`;
