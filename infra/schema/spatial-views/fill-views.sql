-- All rows of a view are due: those of features that there are. Where it shows nothing, or something else, what it showed goes at once, and its
-- comments with it.
create function spatial_layer.refill(view_id uuid) returns void
language plpgsql
as $$
declare
  shown uuid = (
    select n.node_id
    from spatial_layer.view_node n
    join spatial_layer.shown_nodegroup() s on s.nodegroup_id = n.nodegroup_id
    where n.spatial_view_id = view_id
      and n.role = 'geometry'
  );
  table_name text;
begin
  update spatial_layer.view_node n
  set is_shown = n.nodegroup_id is not null and n.nodegroup_id in (select s.nodegroup_id from spatial_layer.shown_nodegroup() s)
  where n.spatial_view_id = view_id;

  perform spatial_layer.comment_on_view(m)
  from spatial_layer.made_view m
  where m.spatial_view_id = view_id;

  for table_name in
    select spatial_layer.object_name(view_id, k.kind)
    from spatial_layer.made_view m
    cross join lateral unnest(spatial_layer.kinds(m.is_mixed)) as k (kind)
    where m.spatial_view_id = view_id
  loop
    execute format('delete from spatial_layer.%I where nodeid is distinct from %L', table_name, shown::text);
  end loop;

  insert into spatial_layer.due (spatial_view_id, resource_id)
  select distinct view_id, f.resource_id
  from feature f
  where f.node_id = shown
  on conflict do nothing;
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
end
$$;
