-- The compiled rights of a caller; no row for an unknown or deactivated account. Administrators have all rights, whatever the other columns
-- say. has_resource_grants: whether grants of resource instances can affect the caller: its own, or those of Guest if the caller's own
-- rights do not include reading every graph.
-- This and the following functions are a single select, so that the planner inlines them and computes only the columns that are used.
-- @rule Permissions: Who is an administrator or a reviewer?
create function caller_rights(caller integer)
returns table (
  account_id integer,
  is_administrator boolean,
  is_reviewer boolean,
  account_group_ids integer[],
  guest_group_ids integer[],
  has_resource_grants boolean,
  reads_by_default boolean,
  writes_by_default boolean,
  deletes_by_default boolean,
  read_exceptions uuid[],
  write_exceptions uuid[],
  delete_exceptions uuid[],
  readable_graphs uuid[],
  own_graphs uuid[],
  guest_graphs uuid[]
)
language sql stable rows 1
begin atomic
  select
    p.account_id,
    p.account_id is not null
      and (
        p.is_administrator
        or exists (
          select
          from account_group g
          where g.account_group_id = any (r.account_group_ids)
            and g.is_administrator
        )
      ),
    p.account_id is not null
      and (
        p.is_administrator
        or exists (
          select
          from account_group g
          where g.account_group_id = any (r.account_group_ids)
            and (g.is_administrator or g.name = 'Resource Reviewer')
        )
      ),
    r.account_group_ids,
    case
      when r.reads_as_guest then array(select g.account_group_id from account_group g where g.name = 'Guest')
      else '{}'
    end,
    -- Ordered like an index. Otherwise the planner scans the table, because it expects to find a grant soon, even among a million others.
    (select g.account_id from resource_grant g where g.account_id = p.account_id order by g.account_id limit 1) is not null
      or (
        select g.account_group_id
        from resource_grant g
        where g.account_group_id = any (r.account_group_ids)
        order by g.account_group_id
        limit 1
      ) is not null
      or (
        r.reads_as_guest
        and (
          select g.account_group_id
          from resource_grant g
          where g.account_group_id = any (array(select guest.account_group_id from account_group guest where guest.name = 'Guest'))
          order by g.account_group_id
          limit 1
        ) is not null
        and exists (
          select
          from graph g
          where g.graph_id <> all (r.own_graphs)
            and g.graph_id <> system_settings_graph()
        )
      ),
    r.reads_by_default,
    r.writes_by_default,
    r.deletes_by_default,
    r.read_exceptions,
    r.write_exceptions,
    r.delete_exceptions,
    r.readable_graphs,
    r.own_graphs,
    r.guest_graphs
  from (
    select a.account_id, a.is_administrator, a.rights_id
    from account a
    where a.account_id = caller
      and a.is_active
    union all
    select null, false, guest.rights_id
    from rights guest
    where caller is null
      and guest.account_group_ids = array(select g.account_group_id from account_group g where g.name = 'Guest')
      and guest.account_id is null
      and not guest.reads_as_guest
  ) p
  join rights r on r.rights_id = p.rights_id
  -- Prevents inlining, so that it is computed once and not for every row.
  offset 0;
end;

-- Computes a right on a nodegroup from compiled rights.
create function is_allowed(is_administrator boolean, by_default boolean, is_exception boolean, of_graph uuid) returns boolean
language sql immutable
return coalesce(is_administrator or (by_default <> is_exception and of_graph <> system_settings_graph()), false);

-- A caller's rights on each nodegroup. Exceptions are looked up by hash.
-- @rule Permissions: Which nodegroups may a caller read, write and delete in?
create function nodegroup_permission(caller integer)
returns table (nodegroup_id uuid, graph_id uuid, can_read boolean, can_write boolean, can_delete boolean)
language sql stable
begin atomic
  select
    n.nodegroup_id,
    n.graph_id,
    is_allowed(
      c.is_administrator,
      c.reads_by_default,
      n.nodegroup_id in (select unnest(e.read_exceptions) from caller_rights(caller) e),
      n.graph_id
    ),
    is_allowed(
      c.is_administrator,
      c.writes_by_default,
      n.nodegroup_id in (select unnest(e.write_exceptions) from caller_rights(caller) e),
      n.graph_id
    ),
    is_allowed(
      c.is_administrator,
      c.deletes_by_default,
      n.nodegroup_id in (select unnest(e.delete_exceptions) from caller_rights(caller) e),
      n.graph_id
    )
  from nodegroup n
  left join caller_rights(caller) c on true;
end;

-- The nodegroups that a caller may read.
create function readable_nodegroup(caller integer)
returns table (nodegroup_id uuid, graph_id uuid)
language sql stable
begin atomic
  select p.nodegroup_id, p.graph_id
  from nodegroup_permission(caller) p
  where p.can_read;
end;

-- Whether a caller may read a nodegroup. The function is in PL/pgSQL, which PostgreSQL does not inline, so that the plans of statements do
-- not include a part that they seldom need.
create function may_read_nodegroup(caller integer, wanted_nodegroup uuid) returns boolean
language plpgsql stable
as $$
begin
  return exists (
    select
    from readable_nodegroup(caller) n
    where n.nodegroup_id = wanted_nodegroup
  );
end
$$;

-- The graphs with a nodegroup that a caller may read.
create function readable_graph(caller integer)
returns table (graph_id uuid)
language sql stable rows 10
begin atomic
  select g.graph_id
  from graph g
  cross join caller_rights(caller) c
  where case
    when c.is_administrator then exists (select from nodegroup n where n.graph_id = g.graph_id)
    else g.graph_id = any (c.readable_graphs) and g.graph_id <> system_settings_graph()
  end;
end;

-- Whether a caller may read anything of a graph. If not, the graph must look as if it did not exist.
create function may_read_graph(caller integer, wanted_graph uuid) returns boolean
language plpgsql stable
as $$
begin
  return exists (select from readable_graph(caller) g where g.graph_id = wanted_graph)
    or exists (select from visible_resource(caller) v where v.graph_id = wanted_graph);
end
$$;

-- Whether a caller may read anything at all. If not, an anonymous caller gets a 401.
create function may_read_anything(caller integer) returns boolean
language plpgsql stable
as $$
begin
  return is_administrator(caller)
    or exists (select from readable_graph(caller))
    or exists (
      select
      from granted_resource(caller) d
      join resource r on r.resource_id = d.resource_id
      where d.can_view
        and r.graph_id <> system_settings_graph()
    );
end
$$;

-- Whether a caller may read the thesaurus: administrators, and members of a group that may read by default.
-- @rule Permissions: Who may read the thesaurus?
create function may_read_thesaurus(caller integer) returns boolean
language plpgsql stable
as $$
begin
  return coalesce((select c.is_administrator or c.reads_by_default from caller_rights(caller) c), false);
end
$$;
