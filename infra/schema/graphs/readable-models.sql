-- The resource models whose existence a caller may know: those with a readable nodegroup, or with a resource instance that a grant makes
-- visible. Branches have no data and are not included.
create function readable_model(caller integer)
returns table (graph_id uuid)
language plpgsql stable rows 10
as $$
#variable_conflict use_column
begin
  return query
    select g.graph_id
    from caller_rights(caller) c
    cross join graph g
    where g.is_resource_model
      and (
        c.is_administrator
        or (
          g.graph_id <> system_settings_graph()
          and (
            g.graph_id = any (c.readable_graphs)
            or (
              c.has_resource_grants
              and g.graph_id in (
                select r.graph_id
                from granted_resource(caller) d
                join resource r on r.resource_id = d.resource_id
                where d.can_view
              )
            )
          )
        )
      );
end
$$;

-- The nodegroups that a caller may not read, the complement of readable_nodegroup. For most callers these are few, so it does not check all
-- nodegroups.
create function unreadable_nodegroup(caller integer)
returns table (nodegroup_id uuid)
language plpgsql stable rows 10
as $$
#variable_conflict use_column
declare
  rights record;
begin
  select c.is_administrator, c.reads_by_default, c.read_exceptions
  into rights
  from caller_rights(caller) c;
  if rights.is_administrator then
    return;
  end if;
  if rights.reads_by_default then
    return query
      select unnest(rights.read_exceptions)
      union
      select n.nodegroup_id
      from nodegroup n
      where n.graph_id = system_settings_graph();
  else
    return query
      select n.nodegroup_id
      from nodegroup n
      where n.nodegroup_id not in (select r.nodegroup_id from readable_nodegroup(caller) r);
  end if;
end
$$;

-- The ids of nodegroups, nodes and graphs that the caller may not know, but that the readable part of a model can mention. A caller who may
-- read a model may know its nodes that belong to no nodegroup.
create function unreadable_id(caller integer, readable_models uuid[])
returns table (id uuid)
language plpgsql stable rows 10
as $$
declare
  nodegroups uuid[] = array(select u.nodegroup_id from unreadable_nodegroup(caller) u);
  graphs uuid[] = array(
    select g.graph_id
    from graph g
    where g.graph_id <> all (readable_models)
  );
begin
  if nodegroups <> '{}' then
    return query
      select u.nodegroup_id
      from unnest(nodegroups) u (nodegroup_id);
    return query
      select n.node_id
      from unnest(nodegroups) u (nodegroup_id)
      join node n on n.nodegroup_id = u.nodegroup_id;
  end if;
  if graphs <> '{}' then
    return query
      select n.node_id
      from unnest(graphs) g (graph_id)
      join node n on n.graph_id = g.graph_id
      where n.nodegroup_id is null;
    return query
      select g.graph_id
      from unnest(graphs) u (graph_id)
      join graph g on g.graph_id = u.graph_id
      where g.is_resource_model;
  end if;
end
$$;
