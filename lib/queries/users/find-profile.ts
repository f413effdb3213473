import type { DocumentQuery } from '../../data-api/query.ts';
import { int, sql } from '../../data-api/sql.ts';
import type { PreparedVariants } from '../prepared-variants.ts';

/**
 * Finds the profile of an account with its permissions, in the form that clients of Arches expect.
 * @param accountId the account of the profile
 * @param requesterId the account that requests the profile; only the profile's own account and administrators may read it
 * @returns the profile as a JSON string; undefined if the account does not exist, or the requester may not read it
 */
export function findProfile(
  accountId: number,
  requesterId = accountId,
): DocumentQuery<string | undefined> {
  return {
    isPrepared: true,
    lines: sql`with membership as (
    select g.account_group_id, g.name
    from group_member m
    join account_group g on g.account_group_id = m.account_group_id
    where m.account_id = ${int(accountId)}
  )
  select
    0::bigint as position,
    jsonb_build_object(
      'id', a.account_id,
      'username', a.username,
      'first_name', a.first_name,
      'last_name', a.last_name,
      'email', a.email,
      'password', null,
      'date_joined', to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'is_active', a.is_active,
      'is_superuser', i.is_administrator,
      'is_reviewer',
        i.is_administrator
        or exists (select from membership m where m.name = 'Resource Reviewer'),
      'groups', (
        select coalesce(jsonb_agg(m.account_group_id order by m.account_group_id), '[]')
        from membership m
      ),
      'viewable_nodegroups', n.viewable,
      'editable_nodegroups', n.editable,
      'deletable_nodegroups', n.deletable
    )::text as line
  from account a
  cross join lateral (
    select is_administrator(a.account_id)
    -- Prevents inlining, so that the function runs once.
    offset 0
  ) i (is_administrator)
  cross join (
    select
      coalesce(jsonb_agg(p.nodegroup_id order by p.nodegroup_id) filter (where p.can_read), '[]'),
      coalesce(jsonb_agg(p.nodegroup_id order by p.nodegroup_id) filter (where p.can_write), '[]'),
      coalesce(jsonb_agg(p.nodegroup_id order by p.nodegroup_id) filter (where p.can_delete), '[]')
    from nodegroup_permission(${int(accountId)}) p
  ) n (viewable, editable, deletable)
  where a.account_id = ${int(accountId)}
    and (a.account_id = ${int(requesterId)} or is_administrator(${int(requesterId)}))`,
    parse: ([profile]) => profile,
  };
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: () => [findProfile(1)],
};
