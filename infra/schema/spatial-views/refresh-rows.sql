-- Remembers which tiles resource instances point to.
create function spatial_layer.keep_pointers(batch uuid[]) returns void
language plpgsql
as $$
begin
  if not exists (select from spatial_layer.view_node n where n.role = 'target') then
    return;
  end if;
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

-- The nodegroups of which views show anything.
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

-- The resource instances of some that views show.
create function spatial_layer.shown_resources(due uuid[]) returns uuid[]
language plpgsql stable
as $$
begin
  return array(
    select s.resource_id
    from spatial_layer.shown_resource() s
    where s.resource_id = any (due)
  );
end
$$;

-- The tiles of some resource instances, of all where none are given, in closed nodegroups that the node of a geometry was in before.
create function spatial_layer.closed_tiles(due uuid[]) returns uuid[]
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
    where (due is null or t.resource_id = any (due))
      and p.nodegroup_id not in (select s.nodegroup_id from spatial_layer.shown_nodegroup() s)
  );
end
$$;

-- Brings the rows of some resource instances into line, in some views. A row is written where it differs.
create function spatial_layer.put_rows(views uuid[], due uuid[]) returns void
language plpgsql
as $$
begin
  perform spatial_layer.keep_pointers(due);
  -- All of them by one statement: planning each would take longer than writing a row.
  execute 'select ' || array_to_string(
    array(
      select format('spatial_layer.%I($1, $2, $3, $4, $5)', spatial_layer.object_name(v.id, 'put'))
      from unnest(views) as v (id)
    ),
    ', '
  )
  using
    due,
    spatial_layer.labels(views, due),
    spatial_layer.shown_nodegroups(),
    spatial_layer.shown_resources(due),
    spatial_layer.closed_tiles(due);
end
$$;

-- Follows all that has changed in this transaction, ten thousand resource instances at a time.
create function spatial_layer.refresh() returns void
language plpgsql
as $$
declare
  batch record;
begin
  perform spatial_layer.follow_models_and_rights();
  for batch in
    with due as materialized (
      select d.spatial_view_ids, d.resource_ids
      from spatial_layer.due() d
    ),
    placed as (
      select r.id, row_number() over (order by r.id) as place
      from (select distinct unnest(d.resource_ids) as id from due d) r
    )
    select
      array(select distinct unnest(d.spatial_view_ids) from due d) as views,
      array_agg(p.id order by p.place) as due
    from placed p
    group by (p.place - 1) / 10000
    order by (p.place - 1) / 10000
  loop
    perform spatial_layer.put_rows(batch.views, batch.due);
  end loop;
  delete from spatial_layer.change;
  delete from spatial_layer.pending;
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
