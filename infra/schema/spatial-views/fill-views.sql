-- So many features are filled within a request: in four seconds, while writers wait.
create function spatial_layer.most_at_once() returns integer
language sql immutable
return 200000;

-- Whether the features of a node are more than are filled within a request.
create function has_many_features(of_node uuid) returns boolean
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp
as $$
begin
  return (
    select count(*) > spatial_layer.most_at_once()
    from (
      select
      from feature f
      where f.node_id = of_node
      limit spatial_layer.most_at_once() + 1
    ) f
  );
end
$$;

-- A view that is filled later is empty until then. Its indexes are there from the beginning: who writes meanwhile looks for rows.
create function spatial_layer.begin_filling(made spatial_layer.made_view) returns void
language plpgsql
as $$
declare
  one_kind text;
begin
  foreach one_kind in array spatial_layer.kinds(made.is_mixed) loop
    execute format('delete from spatial_layer.%I', spatial_layer.object_name(made.spatial_view_id, one_kind));
  end loop;
  if not made.is_indexed then
    perform spatial_layer.index_tables(made.spatial_view_id);
  end if;
  insert into spatial_layer.filling (spatial_view_id, done_to)
  values (made.spatial_view_id, '00000000-0000-0000-0000-000000000000');
end
$$;

-- Goes on filling a view that is filled later, by ten thousand resource instances: whoever writes meanwhile is followed before or after them. It
-- shows all of its rows at once, with the last. False where no view is left to fill.
create function fill_spatial_views() returns boolean
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
  view_id uuid;
  due uuid[];
begin
  perform spatial_layer.lock_with_writers();
  perform lock_names();
  view_id = (select min(f.spatial_view_id::text) from spatial_layer.filling f);
  due = array(
    select distinct e.resource_id
    from spatial_layer.filling f
    join spatial_layer.made_view m on m.spatial_view_id = f.spatial_view_id
    join feature e
      on e.node_id = m.geometry_node_id
      and e.resource_id > f.done_to
    where f.spatial_view_id = view_id
    order by e.resource_id
    limit 10000
  );
  if due = '{}' then
    delete from spatial_layer.filling f
    where f.spatial_view_id = view_id;
  else
    perform spatial_layer.put_rows(array[view_id], due);
    update spatial_layer.filling f
    set done_to = due[cardinality(due)]
    where f.spatial_view_id = view_id;
  end if;
  return view_id is not null;
end
$$;

-- The views that are filled later, and are not yet.
create function filling_spatial_view() returns table (spatial_view_id uuid)
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp
as $$
begin
  return query
  select f.spatial_view_id
  from spatial_layer.filling f;
end
$$;

-- Brings all rows of a view into line, by one statement for each table. Tables that were made in this transaction are indexed once they are filled.
create function spatial_layer.fill(made spatial_layer.made_view) returns void
language plpgsql
-- Rows stay in memory on their way, and what is planned is planned for as many as there are.
set work_mem = '64MB'
set plan_cache_mode = force_custom_plan
as $$
declare
  labels jsonb;
  one_kind text;
begin
  delete from spatial_layer.filling f
  where f.spatial_view_id = made.spatial_view_id;
  if has_many_features(made.geometry_node_id) then
    perform spatial_layer.begin_filling(made);
    return;
  end if;
  if exists (select from spatial_layer.view_node n where n.spatial_view_id = made.spatial_view_id and n.role = 'target') then
    perform spatial_layer.keep_pointers(array(select distinct f.resource_id from feature f where f.node_id = made.geometry_node_id));
  end if;
  labels = spatial_layer.labels(array[made.spatial_view_id], null);
  foreach one_kind in array spatial_layer.kinds(made.is_mixed) loop
    if made.is_mixed or exists (select from feature f where f.node_id = made.geometry_node_id and f.kind = one_kind) then
      execute spatial_layer.put_statement(made, one_kind, true)
      using null::uuid[], labels, spatial_layer.shown_nodegroups(), null::uuid[], spatial_layer.closed_tiles(null);
    else
      execute format('delete from spatial_layer.%I', spatial_layer.object_name(made.spatial_view_id, one_kind));
    end if;
  end loop;
  if not made.is_indexed then
    perform spatial_layer.index_tables(made.spatial_view_id);
  end if;
end
$$;

-- Fills a view, whatever was in it, and writes its comments.
create function spatial_layer.refill(view_id uuid) returns void
language plpgsql
as $$
begin
  update spatial_layer.view_node n
  set is_shown = n.nodegroup_id is not null and n.nodegroup_id in (select s.nodegroup_id from spatial_layer.shown_nodegroup() s)
  where n.spatial_view_id = view_id;

  perform spatial_layer.comment_on_view(m), spatial_layer.fill(m)
  from spatial_layer.made_view m
  where m.spatial_view_id = view_id;
end
$$;

-- A model has changed that a view is made of: its columns may have other names. Where others depend on the names, or a reader holds the view,
-- or its schema is gone, it stays as it is: a model is not refused because of a view.
create function spatial_layer.remake(view_id uuid) returns void
language plpgsql
set lock_timeout = '3s'
as $$
begin
  perform spatial_layer.name_columns(view_id);
  if spatial_layer.can_stay(view_id) then
    perform spatial_layer.make(view_id);
  else
    perform spatial_layer.take_away(view_id);
    perform spatial_layer.make(view_id);
    perform spatial_layer.begin_filling(m)
    from spatial_layer.made_view m
    where m.spatial_view_id = view_id;
  end if;
exception when sqlstate 'SV001' or sqlstate 'SV002' or sqlstate 'SV003' or lock_not_available or insufficient_privilege then
  perform spatial_layer.find_nodes(view_id);
  perform spatial_layer.make_put(m)
  from spatial_layer.made_view m
  where m.spatial_view_id = view_id;
end
$$;
