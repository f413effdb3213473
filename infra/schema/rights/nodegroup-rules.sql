-- Whether a rule gives a right. Rules that give one come first in the order of the type.
create function rule_allows(rule access_rule) returns boolean
language sql immutable
begin atomic
  select rule <= 'nodegroup of its graph';
end;

-- The id of the graph of the system settings, which is the same in every instance.
create function system_settings_graph() returns uuid
language sql immutable
return 'ff623370-fa12-11e6-b98b-6c4008b05c4c'::uuid;

-- The rule that decides about reading a nodegroup: no_access for one of the principals closes it; otherwise it is readable by a right of
-- the principals, or because Guest may read it.
-- @rule Permissions: Which rule decides about a nodegroup?
create function reading_rule(closed_by uuid, own_rule access_rule, guest_reads boolean) returns access_rule
language sql immutable
return case
  when closed_by is not null then 'no access'::access_rule
  when guest_reads and not rule_allows(own_rule) then 'guest'
  else own_rule
end;

-- The rules for nodegroups without grants, for a set of principals.
-- @rule Permissions: What may Guest read, and what of it counts for an account?
create function default_rule(of_groups integer[], guest integer[])
returns table (
  read_rule access_rule,
  write_rule access_rule,
  delete_rule access_rule,
  own_reads boolean,
  guest_reads boolean
)
language sql stable rows 1
begin atomic
  select
    reading_rule(null, case when d.own_reads then 'default'::access_rule else 'closed' end, d.guest_reads),
    case when d.own_writes then 'default'::access_rule else 'closed' end,
    case when d.own_deletes then 'default'::access_rule else 'closed' end,
    d.own_reads,
    d.guest_reads
  from (
    select
      coalesce(bool_or(g.can_read) filter (where g.account_group_id = any (of_groups)), false) as own_reads,
      coalesce(bool_or(g.can_write) filter (where g.account_group_id = any (of_groups)), false) as own_writes,
      coalesce(bool_or(g.can_delete) filter (where g.account_group_id = any (of_groups)), false) as own_deletes,
      coalesce(bool_or(g.can_read) filter (where g.account_group_id = any (guest)), false) as guest_reads
    from account_group g
    where g.account_group_id = any (of_groups || guest)
  ) d;
end;

-- The rules for nodegroups with grants, for a set of principals. Each principal has its explicit grant, or its default. no_access for any
-- principal takes precedence, also for nodegroups below. Nodegroups that Guest may read are readable too, unless a principal closes them.
-- no_access for Guest does not affect other principals.
-- Returns only nodegroups that a grant affects; default_rule decides about the others.
-- The rules by priority: "no access" (closed_by is the nodegroup itself or the nearest one above), "grant", "default", "guest", "closed"
-- (no right). In PL/pgSQL, which caches the plan for the session.
-- @rule Permissions: Which nodegroups may a caller read, write and delete in?
create function granted_nodegroup(of_groups integer[], of_account integer, guest integer[])
returns table (
  nodegroup_id uuid,
  read_rule access_rule,
  write_rule access_rule,
  delete_rule access_rule,
  closed_by uuid,
  own_reads boolean,
  guest_reads boolean
)
language plpgsql stable rows 100
as $$
#variable_conflict use_column
begin
  return query
    with recursive principal as (
      select g.account_group_id, null::integer as account_id, g.can_read, g.can_write, g.can_delete
      from account_group g
      where g.account_group_id = any (of_groups)
      union all
      select null, of_account, false, false, false
      where of_account is not null
    ),
    principal_grant as materialized (
      select g.*
      from nodegroup_grant g
      where g.account_group_id = any (of_groups)
      union all
      select g.*
      from nodegroup_grant g
      where g.account_id = of_account
    ),
    by_grant as materialized (
      select
        n.nodegroup_id,
        min(case
          when g.can_read then 'grant'::access_rule
          when g.nodegroup_id is null and p.can_read then 'default'
          else 'closed'
        end) as read_rule,
        min(case
          when g.can_write then 'grant'::access_rule
          when g.nodegroup_id is null and p.can_write then 'default'
          else 'closed'
        end) as write_rule,
        min(case
          when g.can_delete then 'grant'::access_rule
          when g.nodegroup_id is null and p.can_delete then 'default'
          else 'closed'
        end) as delete_rule,
        coalesce(bool_or(g.no_access), false) as no_access
      from (select distinct t.nodegroup_id from principal_grant t) n
      cross join principal p
      left join principal_grant g
        on g.nodegroup_id = n.nodegroup_id
        and (g.account_group_id = p.account_group_id or g.account_id = p.account_id)
      group by n.nodegroup_id
    ),
    closed as (
      select b.nodegroup_id, b.nodegroup_id as closed_by
      from by_grant b
      where b.no_access
      union
      select child.nodegroup_id, above.closed_by
      from closed above
      join nodegroup child on child.parent_nodegroup_id = above.nodegroup_id
      where child.nodegroup_id not in (select b.nodegroup_id from by_grant b where b.no_access)
    ),
    guest_nodegroup as (
      select g.nodegroup_id, rule_allows(g.read_rule) as reads
      from granted_nodegroup(guest, null, '{}') g
      where guest <> '{}'
    ),
    combined_rule as (
      select
        nodegroup_id,
        c.closed_by,
        coalesce(b.read_rule, case when d.own_reads then 'default'::access_rule else 'closed' end) as read_rule,
        coalesce(b.write_rule, d.write_rule) as write_rule,
        coalesce(b.delete_rule, d.delete_rule) as delete_rule,
        coalesce(o.reads, d.guest_reads) as guest_reads
      from by_grant b
      full join closed c using (nodegroup_id)
      full join guest_nodegroup o using (nodegroup_id)
      cross join default_rule(of_groups, guest) d
    )
    select
      d.nodegroup_id,
      reading_rule(d.closed_by, d.read_rule, d.guest_reads),
      case when d.closed_by is null then d.write_rule else 'no access' end,
      case when d.closed_by is null then d.delete_rule else 'no access' end,
      d.closed_by,
      d.closed_by is null and rule_allows(d.read_rule),
      d.closed_by is null and d.guest_reads
    from combined_rule d;
end
$$;

-- The rules for each nodegroup and caller: rule_of_caller first, then "system settings" (only for administrators), granted_nodegroup, and
-- default_rule. It is computed from the current grants, for explanations and tests; statements read the compiled rights in
-- nodegroup_permission.
create function nodegroup_rule(caller integer)
returns table (
  nodegroup_id uuid,
  graph_id uuid,
  read_rule access_rule,
  write_rule access_rule,
  delete_rule access_rule,
  closed_by uuid
)
language plpgsql stable rows 1000
as $$
#variable_conflict use_column
begin
  return query
    with caller_principals as materialized (
      select rule_of_caller(caller) as rule, p.*
      from principals_of(caller) p
    ),
    by_default as materialized (
      select d.*
      from caller_principals o
      cross join lateral default_rule(o.account_group_ids, o.guest_group_ids) d
    ),
    by_grant as materialized (
      select g.*
      from caller_principals o
      cross join lateral granted_nodegroup(o.account_group_ids, o.granted_account_id, o.guest_group_ids) g
    )
    select
      n.nodegroup_id,
      n.graph_id,
      coalesce(r.rule, b.read_rule, d.read_rule),
      coalesce(r.rule, b.write_rule, d.write_rule),
      coalesce(r.rule, b.delete_rule, d.delete_rule),
      b.closed_by
    from nodegroup n
    cross join caller_principals o
    cross join by_default d
    left join by_grant b on b.nodegroup_id = n.nodegroup_id
    cross join lateral (
      select coalesce(
        o.rule,
        case when n.graph_id = system_settings_graph() then 'system settings'::access_rule end
      ) as rule
    ) r;
end
$$;
