import { int, sql, type Statement } from '../data-api/sql.ts';
import type { Caller } from './resources.ts';

/** The profile of an account with what it may do, as existing clients know it. @returns one row of JSON text, or none */
export function profile(caller: Caller): Statement {
  return sql`with permission as materialized (
  select p.*
  from nodegroup_permission(${int(caller)}) p
),
membership as (
  select g.account_group_id, g.name
  from group_member m
  join account_group g on g.account_group_id = m.account_group_id
  where m.account_id = ${int(caller)}
)
select jsonb_build_object(
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
)::text
from account a
where a.account_id = ${int(caller)}`;
}
