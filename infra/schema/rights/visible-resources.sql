-- The effective grants of resource instances for principals. Grants of the account override those of its groups. Grants of Guest are added
-- unless a principal has no_access. A column is null if there are no grants of its kind.
create function effective_resource_grant(of_account integer, of_groups integer[], guest integer[])
returns table (
  resource_id uuid,
  can_view boolean,
  can_change boolean,
  can_delete boolean,
  no_access boolean,
  is_closed boolean,
  guest_can_view boolean
)
language sql stable rows 100
begin atomic
  select
    g.resource_id,
    bool_or(g.can_view) filter (where g.is_effective),
    bool_or(g.can_change) filter (where g.is_effective),
    bool_or(g.can_delete) filter (where g.is_effective),
    bool_or(g.no_access) filter (where g.is_effective),
    coalesce(bool_or(g.no_access) filter (where not g.is_of_guest), false),
    bool_or(g.can_view and not g.no_access) filter (where g.is_of_guest)
  from (
    select o.*, true as is_effective, false as is_of_guest
    from resource_grant o
    where o.account_id = of_account
    union all
    select
      o.*,
      not exists (
        select
        from resource_grant own
        where own.resource_id = o.resource_id
          and own.account_id = of_account
      ),
      false
    from resource_grant o
    where o.account_group_id = any (of_groups)
    union all
    select o.*, false, true
    from resource_grant o
    where o.account_group_id = any (guest)
  ) g
  group by g.resource_id;
end;

-- The resource instances with grants for the caller, or for Guest if they apply, and whether they are visible. The function is in
-- PL/pgSQL, which PostgreSQL does not inline, so that the plans of statements do not include it for the many callers without grants.
create function granted_resource(caller integer)
returns table (resource_id uuid, can_view boolean)
language plpgsql stable rows 100
as $$
#variable_conflict use_column
begin
  return query
    select
      g.resource_id,
      -- The graph is looked up only if the rule depends on it.
      rule_allows(viewing_rule(
        g.can_view,
        g.no_access,
        (select r.graph_id from resource r where r.resource_id = g.resource_id) = any (c.own_graphs),
        g.is_closed,
        g.guest_can_view,
        (select r.graph_id from resource r where r.resource_id = g.resource_id) = any (c.guest_graphs)
      ))
    from caller_rights(caller) c
    cross join lateral effective_resource_grant(c.account_id, c.account_group_ids, c.guest_group_ids) g;
end
$$;

-- The rule for viewing a resource instance, from effective_resource_grant: its grants; without grants, the graphs that are readable by the
-- caller's own rights; otherwise what Guest may see. It is an expression, so that the planner inlines it.
-- @rule Permissions: What may Guest read, and what of it counts for an account?
-- @rule Permissions: Who may see a resource instance?
create function viewing_rule(
  can_view boolean,
  no_access boolean,
  reads_graph boolean,
  is_closed boolean,
  guest_can_view boolean,
  guest_reads_graph boolean
) returns access_rule
language sql immutable
return case
  when can_view and not no_access then 'resource grant'::access_rule
  when no_access is null and reads_graph then 'nodegroup of its graph'
  when is_closed is not true and coalesce(guest_can_view, guest_reads_graph) then 'guest'
  when no_access then 'no access to resource'
  when not no_access then 'right not granted'
  else 'no nodegroup of its graph'
end;

-- Whether a resource instance exists for a caller: one that consists only of proposals exists only for their authors and reviewers. An
-- expression, so that the planner inlines it.
create function exists_for_caller(proposed_by integer[], is_reviewer boolean, account integer) returns boolean
language sql immutable
return proposed_by is null or is_reviewer or account = any (proposed_by);

-- Whether a resource instance is visible: administrators see everything; its effective grants override the rights on its graph; only
-- administrators see the system settings. An expression, so that the planner inlines it.
create function is_resource_visible(is_administrator boolean, granted boolean, reads_graph boolean, of_graph uuid) returns boolean
language sql immutable
return is_administrator or (coalesce(granted, reads_graph) and of_graph <> system_settings_graph());

-- Whether the grants of a resource instance make it visible; no row if it has no grants for the caller. The parameters from account on are
-- those of caller_rights.
create function visibility_by_grants(
  of_resource uuid,
  of_graph uuid,
  account integer,
  groups integer[],
  guest integer[],
  own_graphs uuid[],
  guest_graphs uuid[]
)
returns table (is_visible boolean)
language sql stable
begin atomic
  select rule_allows(viewing_rule(
    g.can_view,
    g.no_access,
    of_graph = any (own_graphs),
    g.is_closed,
    g.guest_can_view,
    of_graph = any (guest_graphs)
  ))
  from effective_resource_grant(account, groups, guest) g
  where g.resource_id = of_resource;
end;

-- The resource instances that a caller may see: by a grant, or because a nodegroup of their graph is readable. Only administrators see the
-- system settings. Grants are read only if the caller has any.
-- @rule Permissions: Who may see a resource instance?
create function visible_resource(caller integer)
returns table (resource_id uuid, graph_id uuid)
language sql stable
begin atomic
  select r.resource_id, r.graph_id
  from resource r
  cross join caller_rights(caller) c
  where is_resource_visible(
    c.is_administrator,
    case
      when c.has_resource_grants then (
        select g.is_visible
        from visibility_by_grants(
          r.resource_id, r.graph_id, c.account_id, c.account_group_ids, c.guest_group_ids, c.own_graphs, c.guest_graphs
        ) g
      )
    end,
    r.graph_id in (select unnest(e.readable_graphs) from caller_rights(caller) e),
    r.graph_id
  )
    and exists_for_caller(r.proposed_by, c.is_reviewer, c.account_id);
end;

-- Those of some resource instances that a caller may see. The function is in PL/pgSQL, which PostgreSQL does not inline: starting the plan
-- of visible_resource takes longer than running it, so statements that seldom need it do not include it. Its plan is made once for a
-- session: it looks up each resource instance in the index, however many there are.
create function visible_among(caller integer, wanted uuid[])
returns table (resource_id uuid)
language plpgsql stable rows 100
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  if cardinality(wanted) > 0 then
    return query
      select v.resource_id
      from visible_resource(caller) v
      where v.resource_id = any (wanted);
  end if;
end
$$;

-- The resource instances for which an account itself has grants, and whether it sees them. Its grants override those of its groups.
create function own_granted_resource(caller integer)
returns table (resource_id uuid, is_visible boolean)
language plpgsql stable rows 100
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
    select
      g.resource_id,
      case
        when g.no_access then false
        when g.can_view then true
        else exists (
          select
          from resource r
          cross join caller_rights(caller) c
          cross join lateral visibility_by_grants(
            r.resource_id, r.graph_id, c.account_id, c.account_group_ids, c.guest_group_ids, c.own_graphs, c.guest_graphs
          ) v
          where r.resource_id = g.resource_id
            and v.is_visible
        )
      end
    from resource_grant g
    where g.account_id = caller;
end
$$;

-- The resource instances to which grants deny a caller access. Most instances of the service have no grants at all.
create function denied_resource(caller integer)
returns table (resource_id uuid)
language plpgsql stable rows 50
as $$
#variable_conflict use_column
begin
  if not exists (select from resource_grant) then
    return;
  end if;
  if (select c.has_resource_grants and not c.is_administrator from caller_rights(caller) c) then
    return query
      select g.resource_id
      from granted_resource(caller) g
      where not g.can_view;
  end if;
end
$$;
