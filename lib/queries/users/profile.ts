import type { LargeQuery } from '../../data-api/query.ts';
import { int, sql } from '../../data-api/sql.ts';

/**
 * The profile of an account with what it may do, as existing clients know it.
 * @param accountId whose profile
 * @param asking the account that asks for it: itself, unless said otherwise. Administrators may read anybody's.
 * @returns the profile as JSON text; undefined where there is no such account, or it is not for the one that asks
 */
export function profile(accountId: number, asking = accountId): LargeQuery<string | undefined> {
  return {
    isKept: true,
    parts: sql`with permission as materialized (
    select p.*
    from nodegroup_permission(${int(accountId)}) p
  ),
  membership as (
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
      'is_active', a.is_active,
      'is_superuser', is_administrator(a.account_id),
      'is_reviewer',
        is_administrator(a.account_id)
        or exists (select from membership m where m.name = 'Resource Reviewer'),
      'groups', (
        select coalesce(jsonb_agg(m.account_group_id order by m.account_group_id), '[]')
        from membership m
      ),
      'viewable_nodegroups', (
        select coalesce(jsonb_agg(p.nodegroup_id order by p.nodegroup_id) filter (where p.can_read), '[]')
        from permission p
      ),
      'editable_nodegroups', (
        select coalesce(jsonb_agg(p.nodegroup_id order by p.nodegroup_id) filter (where p.can_write), '[]')
        from permission p
      ),
      'deletable_nodegroups', (
        select coalesce(jsonb_agg(p.nodegroup_id order by p.nodegroup_id) filter (where p.can_delete), '[]')
        from permission p
      )
    )::text as part
  from account a
  where a.account_id = ${int(accountId)}
    and (a.account_id = ${int(asking)} or is_administrator(${int(asking)}))`,
    read: ([found]) => found,
  };
}
