-- Remembers which tiles resource instances point to.
create function spatial_layer.keep_pointers(batch uuid[]) returns void
language plpgsql
as $$
begin
  delete from spatial_layer.pointer p
  where p.resource_id = any (batch);

  insert into spatial_layer.pointer (tile_id, resource_id)
  select distinct spatial_layer.id_in(t.data -> n.node_id::text), t.resource_id
  from spatial_layer.view_node n
  join tile t on t.nodegroup_id = n.nodegroup_id
  where n.text_as = 'tile'
    and n.role = 'attribute'
    and t.resource_id = any (batch)
    and spatial_layer.id_in(t.data -> n.node_id::text) is not null;
end
$$;

-- Follows all that has changed in this transaction, a thousand resource instances at a time. A row is written where it differs. Tables that were
-- made in this transaction, for whatever reason, are indexed once they are filled.
create function spatial_layer.refresh() returns void
language plpgsql
as $$
declare
  with_pointers boolean;
  batch record;
  one record;
  new_view uuid;
begin
  perform spatial_layer.find_due();
  delete from spatial_layer.change;
  delete from spatial_layer.pending;
  with_pointers = exists (select from spatial_layer.view_node n where n.role = 'target');
  for batch in
    select array_agg(d.spatial_view_id) as views, array_agg(d.resource_id) as resources
    from (
      select d.*, row_number() over (order by d.resource_id, d.spatial_view_id) as place
      from spatial_layer.due d
    ) d
    group by (d.place - 1) / 1000
    order by (d.place - 1) / 1000
  loop
    if with_pointers then
      perform spatial_layer.keep_pointers(batch.resources);
    end if;
    for one in
      select w.spatial_view_id, w.due, w.wanted
      from spatial_layer.wanted_rows(batch.views, batch.resources) w
    loop
      execute format('select spatial_layer.%I($1, $2)', spatial_layer.object_name(one.spatial_view_id, 'put'))
      using one.due, one.wanted;
    end loop;
  end loop;
  delete from spatial_layer.due;
  for new_view in
    select m.spatial_view_id
    from spatial_layer.made_view m
    where not m.is_indexed
    order by 1
  loop
    perform spatial_layer.index_tables(new_view);
  end loop;
end
$$;

-- Just before the commit, under the lock that names are followed under: so all that was committed before is seen, and one follows at a time.
create function spatial_layer.follow_changes() returns trigger
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
-- Planning takes longer than following one tile: it is done once for a session.
set plan_cache_mode = force_generic_plan
set jit = off
as $$
begin
  if exists (select from spatial_layer.pending p where p.transaction_id = new.transaction_id) then
    perform lock_names();
    perform spatial_layer.refresh();
  end if;
  return null;
end
$$;

create constraint trigger changes_at_the_end
  after insert on spatial_layer.pending
  deferrable initially deferred
  for each row
  execute function spatial_layer.follow_changes();
