-- Stores the tiles to which resource instances point.
create function spatial_layer.update_pointers(batch uuid[]) returns void
language plpgsql
as $$
begin
  if not exists (select from spatial_layer.view_node n where n.role = 'target') then
    return;
  end if;
  delete from spatial_layer.pointer p
  where p.resource_id = any (batch);

  insert into spatial_layer.pointer (tile_id, resource_id)
  select distinct spatial_layer.referenced_id(t.data -> n.node_id::text), t.resource_id
  from spatial_layer.view_node n
  join tile t on t.nodegroup_id = n.nodegroup_id
  where n.text_as = 'tile'
    and n.role = 'attribute'
    and t.resource_id = any (batch)
    and spatial_layer.referenced_id(t.data -> n.node_id::text) is not null;
end
$$;

-- The nodegroups that views use and may show.
create function spatial_layer.shown_nodegroups() returns uuid[]
language plpgsql stable
as $$
begin
  return array(
    select s.nodegroup_id
    from spatial_layer.shown_nodegroup() s
    where s.nodegroup_id in (
      select n.nodegroup_id
      from spatial_layer.view_node n
    )
  );
end
$$;

-- Selects the resource instances that views may show.
create function spatial_layer.filter_shown_resources(resource_ids uuid[]) returns uuid[]
language plpgsql stable
as $$
begin
  return array(
    select s.resource_id
    from spatial_layer.shown_resource() s
    where s.resource_id = any (resource_ids)
  );
end
$$;

-- The tiles in unreadable former nodegroups of the geometry node, for some resource instances or all (null).
create function spatial_layer.hidden_tiles(resource_ids uuid[]) returns uuid[]
language plpgsql stable
as $$
begin
  if not exists (select from former_nodegroup) then
    return '{}';
  end if;
  return array(
    select t.tile_id
    from spatial_layer.made_view m
    join former_nodegroup p on p.node_id = m.geometry_node_id
    join tile t on t.nodegroup_id = p.nodegroup_id
    where (resource_ids is null or t.resource_id = any (resource_ids))
      and p.nodegroup_id not in (select s.nodegroup_id from spatial_layer.shown_nodegroup() s)
  );
end
$$;

-- Refreshes the rows of resource instances in views. Unchanged rows are not written.
-- @rule Spatial views: How do the rows of a view follow changes?
create function spatial_layer.refresh_rows(views uuid[], resource_ids uuid[]) returns void
language plpgsql
as $$
begin
  perform spatial_layer.update_pointers(resource_ids);
  -- One statement calls all functions, because planning each call would take longer than writing a row.
  execute 'select ' || array_to_string(
    array(
      select format('spatial_layer.%I($1, $2, $3, $4, $5)', spatial_layer.object_name(v.id, 'put'))
      from unnest(views) as v (id)
    ),
    ', '
  )
  using
    resource_ids,
    spatial_layer.collect_labels(views, resource_ids),
    spatial_layer.shown_nodegroups(),
    spatial_layer.filter_shown_resources(resource_ids),
    spatial_layer.hidden_tiles(resource_ids);
end
$$;

-- Applies all changes of this transaction, ten thousand resource instances at a time.
create function spatial_layer.refresh() returns void
language plpgsql
as $$
declare
  batch record;
begin
  perform spatial_layer.apply_model_and_rights_changes();
  for batch in
    with stale as materialized (
      select d.spatial_view_ids, d.resource_ids
      from spatial_layer.stale_rows() d
    ),
    numbered as (
      select r.id, row_number() over (order by r.id) as row_number
      from (select distinct unnest(d.resource_ids) as id from stale d) r
    )
    select
      array(select distinct unnest(d.spatial_view_ids) from stale d) as views,
      array_agg(p.id order by p.row_number) as resource_ids
    from numbered p
    group by (p.row_number - 1) / 10000
    order by (p.row_number - 1) / 10000
  loop
    perform spatial_layer.refresh_rows(batch.views, batch.resource_ids);
  end loop;
  delete from spatial_layer.change;
  delete from spatial_layer.pending;
end
$$;

-- Runs just before commit, under the lock of names, so that it sees everything committed before and runs in one transaction at a time.
create function spatial_layer.refresh_at_commit() returns trigger
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
-- Planning takes longer than updating one tile, so each session plans once.
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

create constraint trigger refresh_views_at_commit
  after insert on spatial_layer.pending
  deferrable initially deferred
  for each row
  execute function spatial_layer.refresh_at_commit();
