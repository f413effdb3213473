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
  if not spatial_layer.can_stay(view_id) then
    perform spatial_layer.take_away(view_id);
  end if;
  perform spatial_layer.make(view_id);
exception when sqlstate 'SV001' or sqlstate 'SV002' or sqlstate 'SV003' or lock_not_available or insufficient_privilege then
  perform spatial_layer.find_nodes(view_id);
  perform spatial_layer.make_put(m)
  from spatial_layer.made_view m
  where m.spatial_view_id = view_id;
end
$$;
