-- The functions that decide who may do what also say by which rule. What the service asks (nodegroup_permission, resource_decision,
-- resource_permission) is read from them: one place decides, and "hds explain-access" tells what it says.

-- The rules that decide: first those that give a right, then those that do not. Where principals differ, the first one counts.
create type access_rule as enum (
  'administrator',
  'grant',
  'default',
  'resource grant',
  'guest',
  'nodegroup of its graph',
  'deactivated',
  'system settings',
  'no access',
  'closed',
  'anonymous',
  'not visible',
  'no access to resource',
  'right not granted',
  'no nodegroup of its graph',
  'tiles that stay'
);

create function rule_allows(rule access_rule) returns boolean
language sql immutable
begin atomic
  select rule <= 'nodegroup of its graph';
end;

-- The rule that decides about everything that a caller does, where there is one.
create function rule_of_caller(caller integer) returns access_rule
language sql stable
begin atomic
  select case
    when exists (select from account a where a.account_id = caller and not a.is_active) then 'deactivated'::access_rule
    when is_administrator(caller) then 'administrator'
  end;
end;

-- What decides about each nodegroup for a caller, by right. Each principal (the account, each of its groups) counts with its explicit
-- grant, where it has one, else with its default; no_access of any principal wins and reaches the nodegroups below.
-- The rules, in the order in which they count: "deactivated" (the account), "administrator", "system settings" (for administrators only),
-- "no access" (on closed_by, which is the nodegroup itself or the nearest above), "grant", "default", "closed" (nothing gives it).
-- Only nodegroups with a grant that touches the caller are worked out one by one; all others follow the default.
-- In PL/pgSQL, which keeps the plan for the session: as SQL it was planned anew wherever a statement uses it, which took
-- longer than running it.
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
    with recursive principal as (
      select g.account_group_id, null::integer as account_id, g.can_read, g.can_write, g.can_delete
      from caller_group(caller) g
      union all
      select null, a.account_id, false, false, false
      from account a
      where a.account_id = caller
        and a.is_active
    ),
    of_caller as materialized (
      select rule_of_caller(caller) as rule
    ),
    by_default as materialized (
      select
        case when bool_or(p.can_read) then 'default'::access_rule else 'closed' end as read_rule,
        case when bool_or(p.can_write) then 'default'::access_rule else 'closed' end as write_rule,
        case when bool_or(p.can_delete) then 'default'::access_rule else 'closed' end as delete_rule
      from principal p
    ),
    touching_grant as (
      select g.*
      from nodegroup_grant g
      join principal p on p.account_group_id = g.account_group_id or p.account_id = g.account_id
    ),
    by_grant as (
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
      from (select distinct t.nodegroup_id from touching_grant t) n
      cross join principal p
      left join touching_grant g
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
    )
    select
      n.nodegroup_id,
      n.graph_id,
      coalesce(r.rule, b.read_rule, d.read_rule),
      coalesce(r.rule, b.write_rule, d.write_rule),
      coalesce(r.rule, b.delete_rule, d.delete_rule),
      c.closed_by
    from nodegroup n
    cross join of_caller a
    cross join by_default d
    left join by_grant b on b.nodegroup_id = n.nodegroup_id
    left join closed c on c.nodegroup_id = n.nodegroup_id
    cross join lateral (
      select case
        when a.rule is not null then a.rule
        when n.graph_id in (select g.graph_id from graph g where g.is_system_settings) then 'system settings'::access_rule
        when c.closed_by is not null then 'no access'
      end as rule
    ) r;
end
$$;

-- What a caller may do with each nodegroup.
create or replace function nodegroup_permission(caller integer)
returns table (nodegroup_id uuid, graph_id uuid, can_read boolean, can_write boolean, can_delete boolean)
language sql stable
begin atomic
  select r.nodegroup_id, r.graph_id, rule_allows(r.read_rule), rule_allows(r.write_rule), rule_allows(r.delete_rule)
  from nodegroup_rule(caller) r;
end;

-- The grants of resource instances that count for a caller: the account's own before those of its groups. In PL/pgSQL as above.
create function counting_resource_grant(caller integer)
returns table (resource_id uuid, can_view boolean, can_change boolean, can_delete boolean, no_access boolean)
language plpgsql stable rows 100
as $$
#variable_conflict use_column
begin
  return query
    with by_account as (
      select g.resource_id, g.can_view, g.can_change, g.can_delete, g.no_access
      from resource_grant g
      join account a on a.account_id = g.account_id
      where g.account_id = caller
        and a.is_active
    )
    select * from by_account
    union all
    select
      g.resource_id,
      bool_or(g.can_view),
      bool_or(g.can_change),
      bool_or(g.can_delete),
      bool_or(g.no_access)
    from resource_grant g
    join caller_group(caller) c on c.account_group_id = g.account_group_id
    where not exists (select from by_account a where a.resource_id = g.resource_id)
    group by g.resource_id;
end
$$;

-- Resources that have grants of their own for the caller, and what these say: no_access before everything; a grant that does not
-- name the right denies it.
create or replace function resource_decision(caller integer)
returns table (resource_id uuid, can_view boolean, can_change boolean, can_delete boolean)
language sql stable
begin atomic
  select g.resource_id, g.can_view and not g.no_access, g.can_change and not g.no_access, g.can_delete and not g.no_access
  from counting_resource_grant(caller) g;
end;

-- What decides about one resource instance for a caller, by right. No row for a resource that there is none of. Seeing follows the rule of
-- visible_resource. Changing and deleting follow the resource's own grants where it has some for the caller. Elsewhere a resource
-- may be changed by whoever may write a nodegroup of its graph, and deleted by whoever may delete one, and every nodegroup that it
-- has tiles of besides. What may not be seen may be neither changed nor deleted, and anonymous callers change and delete nothing.
-- The rules, in the order in which they count: "deactivated", "administrator", "system settings"; for changing and deleting "anonymous",
-- "not visible"; of the grants "no access to resource", "resource grant", "right not granted"; else "no nodegroup of its graph",
-- "tiles that stay", "nodegroup of its graph".
-- In PL/pgSQL as above.
create function resource_rule(caller integer, wanted_resource uuid)
returns table (view_rule access_rule, change_rule access_rule, delete_rule access_rule)
language plpgsql stable rows 1
as $$
#variable_conflict use_column
begin
  return query
    with nodegroup_right as materialized (
      select n.*
      from nodegroup_rule(caller) n
    ),
    by_grant as materialized (
      select
        case
          when g.no_access then 'no access to resource'::access_rule
          when g.can_view then 'resource grant'
          else 'right not granted'
        end as view_rule,
        case
          when g.no_access then 'no access to resource'::access_rule
          when g.can_change then 'resource grant'
          else 'right not granted'
        end as change_rule,
        case
          when g.no_access then 'no access to resource'::access_rule
          when g.can_delete then 'resource grant'
          else 'right not granted'
        end as delete_rule
      from counting_resource_grant(caller) g
      where g.resource_id = wanted_resource
    ),
    by_nodegroup as (
      select
        coalesce(
          rule_of_caller(caller),
          case when g.is_system_settings then 'system settings'::access_rule end
        ) as rule,
        case
          when bool_or(rule_allows(n.read_rule)) then 'nodegroup of its graph'::access_rule
          else 'no nodegroup of its graph'
        end as view_rule,
        case
          when bool_or(rule_allows(n.write_rule)) then 'nodegroup of its graph'::access_rule
          else 'no nodegroup of its graph'
        end as change_rule,
        case
          when bool_or(rule_allows(n.delete_rule)) is not true then 'no nodegroup of its graph'::access_rule
          when exists (
            select
            from tile t
            where t.resource_id = r.resource_id
              and t.nodegroup_id not in (select d.nodegroup_id from nodegroup_right d where rule_allows(d.delete_rule))
          ) then 'tiles that stay'
          else 'nodegroup of its graph'
        end as delete_rule
      from resource r
      join graph g on g.graph_id = r.graph_id
      left join nodegroup_right n on n.graph_id = r.graph_id
      where r.resource_id = wanted_resource
      group by r.resource_id, g.is_system_settings
    ),
    seen as (
      select
        b.*,
        coalesce(b.rule, o.view_rule, b.view_rule) as seen_by,
        o.change_rule as granted_change,
        o.delete_rule as granted_delete
      from by_nodegroup b
      left join by_grant o on true
    ),
    -- What decides about changing and about deleting, before any grant does.
    closing as (
      select
        s.*,
        case
          when s.rule is not null then s.rule
          when caller is null then 'anonymous'::access_rule
          when not rule_allows(s.seen_by) then 'not visible'
        end as closed_by
      from seen s
    )
    select
      c.seen_by,
      coalesce(c.closed_by, c.granted_change, c.change_rule),
      coalesce(c.closed_by, c.granted_delete, c.delete_rule)
    from closing c;
end
$$;

-- What a caller may do with one resource instance: the question of whoever is about to change or delete it.
create or replace function resource_permission(caller integer, wanted_resource uuid)
returns table (can_view boolean, can_change boolean, can_delete boolean)
language sql stable
begin atomic
  select rule_allows(r.view_rule), rule_allows(r.change_rule), rule_allows(r.delete_rule)
  from resource_rule(caller, wanted_resource) r;
end;
