-- The maximum number of features that a request fills. Filling them takes four seconds, during which writers wait.
create function spatial_layer.max_features_at_once() returns integer
language sql immutable
return 200000;

-- Whether a node has more features than a request fills.
create function has_many_features(of_node uuid) returns boolean
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp
as $$
begin
  return (
    select count(*) > spatial_layer.max_features_at_once()
    from (
      select
      from feature f
      where f.node_id = of_node
      limit spatial_layer.max_features_at_once() + 1
    ) f
  );
end
$$;

-- Empties a view that is filled later. Its tables are indexed at once, because writers look up rows in them.
create function spatial_layer.begin_filling(made spatial_layer.made_view) returns void
language plpgsql
as $$
declare
  view_kind text;
begin
  foreach view_kind in array spatial_layer.geometry_kinds(made.is_mixed) loop
    execute format('delete from spatial_layer.%I', spatial_layer.object_name(made.spatial_view_id, view_kind));
  end loop;
  if not made.is_indexed then
    perform spatial_layer.index_tables(made.spatial_view_id);
  end if;
  insert into spatial_layer.filling (spatial_view_id, done_to)
  values (made.spatial_view_id, '00000000-0000-0000-0000-000000000000');
end
$$;

-- Continues filling a view, ten thousand resource instances at a time; concurrent writes update it before or after each batch. The view
-- shows no rows before the last batch. Returns false if no view is left to fill.
-- @rule Spatial views: How is a large view filled?
create function fill_spatial_views() returns boolean
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
  view_id uuid;
  batch uuid[];
begin
  perform spatial_layer.take_writer_lock();
  perform lock_names();
  view_id = (select min(f.spatial_view_id::text) from spatial_layer.filling f);
  batch = array(
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
  if batch = '{}' then
    delete from spatial_layer.filling f
    where f.spatial_view_id = view_id;
  else
    perform spatial_layer.refresh_rows(array[view_id], batch);
    update spatial_layer.filling f
    set done_to = batch[cardinality(batch)]
    where f.spatial_view_id = view_id;
  end if;
  return view_id is not null;
end
$$;

-- The views that are not filled yet.
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

-- Refreshes all rows of a view, with one statement for each table. Tables created in this transaction are indexed after they are filled.
create function spatial_layer.fill_tables(made spatial_layer.made_view) returns void
language plpgsql
-- Keeps rows in memory, and plans for the actual number of rows.
set work_mem = '64MB'
set plan_cache_mode = force_custom_plan
as $$
declare
  labels jsonb;
  view_kind text;
begin
  delete from spatial_layer.filling f
  where f.spatial_view_id = made.spatial_view_id;
  if has_many_features(made.geometry_node_id) then
    perform spatial_layer.begin_filling(made);
    return;
  end if;
  if exists (select from spatial_layer.view_node n where n.spatial_view_id = made.spatial_view_id and n.role = 'target') then
    perform spatial_layer.update_pointers(array(select distinct f.resource_id from feature f where f.node_id = made.geometry_node_id));
  end if;
  labels = spatial_layer.collect_labels(array[made.spatial_view_id], null);
  foreach view_kind in array spatial_layer.geometry_kinds(made.is_mixed) loop
    if made.is_mixed or exists (select from feature f where f.node_id = made.geometry_node_id and f.kind = view_kind) then
      execute spatial_layer.refresh_statement(made, view_kind, true)
      using null::uuid[], labels, spatial_layer.shown_nodegroups(), null::uuid[], spatial_layer.hidden_tiles(null);
    else
      execute format('delete from spatial_layer.%I', spatial_layer.object_name(made.spatial_view_id, view_kind));
    end if;
  end loop;
  if not made.is_indexed then
    perform spatial_layer.index_tables(made.spatial_view_id);
  end if;
end
$$;

-- Fills a view again and writes its comments.
create function spatial_layer.refill(view_id uuid) returns void
language plpgsql
as $$
begin
  update spatial_layer.view_node n
  set is_shown = n.nodegroup_id is not null and n.nodegroup_id in (select s.nodegroup_id from spatial_layer.shown_nodegroup() s)
  where n.spatial_view_id = view_id;

  perform spatial_layer.comment_on_view(m), spatial_layer.fill_tables(m)
  from spatial_layer.made_view m
  where m.spatial_view_id = view_id;
end
$$;

-- Recreates the views of a changed model, whose columns may have new names. If something depends on the names, a reader blocks the view, or
-- its schema is missing, the old views stay: a change of a model must not fail because of a view.
create function spatial_layer.recreate_views(view_id uuid) returns void
language plpgsql
set lock_timeout = '3s'
as $$
begin
  perform spatial_layer.name_columns(view_id);
  if spatial_layer.can_keep_views(view_id) then
    perform spatial_layer.create_views(view_id);
  else
    perform spatial_layer.drop_views(view_id);
    perform spatial_layer.create_views(view_id);
    perform spatial_layer.begin_filling(m)
    from spatial_layer.made_view m
    where m.spatial_view_id = view_id;
  end if;
exception when sqlstate 'SV001' or sqlstate 'SV002' or sqlstate 'SV003' or lock_not_available or insufficient_privilege then
  perform spatial_layer.find_nodes(view_id);
  perform spatial_layer.create_refresh_function(m)
  from spatial_layer.made_view m
  where m.spatial_view_id = view_id;
end
$$;
