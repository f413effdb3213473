-- What lists and models are read by. Large texts are cut without counting their characters, and searched for ids when they are stored
-- and not when they are read.

-- Cuts a text into slices of at most 30,000 bytes, the last one ended by a line break, for reading texts of any size through answers of
-- 1 MiB and rows of 50 KB. It is cut as bytes, between characters: substr() of a text counts characters from its start, which took longer
-- than all else in a read of 200 KB. In PL/pgSQL so that the planner takes the two rows below for granted.
create or replace function text_slice(whole text)
returns table (slice_number integer, slice text)
language plpgsql immutable strict rows 2
as $$
declare
  bytes bytea = convert_to(whole, 'UTF8');
  total integer = length(bytes);
  slice_start integer = 0;
  slice_end integer;
begin
  slice_number = 0;
  loop
    slice_end = least(slice_start + 29999, total);
    -- The bytes of a character behind its first.
    while slice_end < total and get_byte(bytes, slice_end) & 192 = 128 loop
      slice_end = slice_end - 1;
    end loop;
    slice = convert_from(substr(bytes, slice_start + 1, slice_end - slice_start), 'UTF8')
      || case when slice_end = total then E'\n' else '' end;
    return next;
    exit when slice_end = total;
    slice_start = slice_end;
    slice_number = slice_number + 1;
  end loop;
end
$$;

-- The ids that stand anywhere in a text, each once.
create function ids_within(content text) returns uuid[]
language sql immutable
begin atomic
  select coalesce(array_agg(distinct found.match[1]::uuid), '{}')
  from regexp_matches(content, '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'gi') found (match);
end;

-- Whoever reads a part of a model is not shown the ids of the rest. To find them in the source takes longer than to read it.
alter table graph
  add column mentioned_ids uuid[] not null
    generated always as (ids_within(source::text)) stored;

-- Whether the resource instances may be seen that have grants of their own to the caller, or to Guest whose reading counts besides. In PL/pgSQL, so that a statement does not carry the plan of it for the
-- many callers who have none: it asks only where there are any.
create function granted_resource(caller integer)
returns table (resource_id uuid, can_view boolean)
language plpgsql stable rows 100
as $$
#variable_conflict use_column
begin
  return query
    select
      g.resource_id,
      -- The graph is looked up where it decides only.
      is_granted(
        g.can_view,
        g.no_access,
        (select r.graph_id from resource r where r.resource_id = g.resource_id) = any (c.own_graphs),
        g.is_closed,
        g.guest_can_view,
        (select r.graph_id from resource r where r.resource_id = g.resource_id) = any (c.guest_graphs)
      )
    from caller_rights(caller) c
    cross join lateral counting_resource_grant(c.account_id, c.account_group_ids, c.guest_group_ids) g;
end
$$;

-- Whether there is anything of a graph that a caller may read: where not, the graph is not there for them.
create function may_read_graph(caller integer, wanted_graph uuid) returns boolean
language plpgsql stable
as $$
begin
  return exists (select from readable_graph(caller) g where g.graph_id = wanted_graph)
    or exists (select from visible_resource(caller) v where v.graph_id = wanted_graph);
end
$$;

-- What the configuration of a node names, for the same reason.
alter table node
  add column mentioned_ids uuid[] not null
    generated always as (ids_within(config::text)) stored;

-- The resource models of which a caller may know: those of which it may read a nodegroup, or see a resource instance by a grant of its own.
-- Branches are parts that models are built from, and no data is theirs: they are not among them.
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

-- The nodegroups that a caller may not read: those that readable_nodegroup leaves out. They are few for most callers, so they are not
-- found by going through all.
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

-- The ids of nodegroups, nodes and graphs that are not the caller's to know, and that what describes the readable part of a model may name.
-- A node in no nodegroup is known to whoever knows its model.
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

-- Whether a caller may read one nodegroup. In PL/pgSQL, so that a statement that seldom asks does not carry the plan of it.
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
