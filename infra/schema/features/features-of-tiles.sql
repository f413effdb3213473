-- The features in the values of a tile. The key of a feature stays the same when other features are added or removed.
-- @rule GeoJSON and OGC API Features: Which features are derived from a tile, and what keeps the key of a feature?
create function feature_of_tile(tile_nodegroup_id uuid, tile_data jsonb)
returns table (node_id uuid, feature_key text, feature_position integer, feature jsonb)
language sql stable
begin atomic
  select
    n.node_id,
    short.feature_id || '#' || row_number() over (partition by n.node_id, short.feature_id order by f.ordinality),
    f.ordinality::integer,
    case when is_bare_geometry(f.value) then jsonb_build_object('geometry', f.value) else f.value end
  from held_node n
  cross join lateral jsonb_array_elements(features_of(tile_data -> n.node_id::text))
    with ordinality as f (value, ordinality)
  -- An index limits the length of its rows, so a hash replaces a long id. A missing id counts as an empty one.
  cross join lateral (
    select case
      when length(f.value ->> 'id') > 200 then md5(f.value ->> 'id')
      else coalesce(f.value ->> 'id', '')
    end
  ) as short (feature_id)
  where n.nodegroup_id = tile_nodegroup_id
    and n.holds = 'geometry'
    and jsonb_typeof(f.value) = 'object';
end;

-- The features of a tile as rows of the table feature.
-- @rule GeoJSON and OGC API Features: Which features are derived from a tile, and what keeps the key of a feature?
create function derived_feature(tile_nodegroup_id uuid, tile_data jsonb)
returns table (node_id uuid, feature_key text, feature_position integer, geometry jsonb, properties jsonb)
language sql stable
begin atomic
  select
    f.node_id,
    f.feature_key,
    f.feature_position,
    coalesce(f.feature -> 'geometry', 'null'::jsonb),
    case jsonb_typeof(f.feature -> 'properties')
      when 'object' then f.feature -> 'properties'
      else '{}'::jsonb
    end
  from feature_of_tile(tile_nodegroup_id, tile_data) f;
end;

-- Stores the features of new tiles, which have no stored features to compare or delete. Most nodegroups have no geometry, so the
-- nodegroups with a geometry are looked up first.
create function add_feature() returns trigger
language plpgsql
as $$
begin
  with changed_nodegroup as materialized (
    select distinct t.nodegroup_id
    from changed_tile t
  ),
  geometry_nodegroup as materialized (
    select distinct n.nodegroup_id
    from changed_nodegroup c
    join held_node n on n.nodegroup_id = c.nodegroup_id
    where n.holds = 'geometry'
  ),
  geometry_tile as materialized (
    select t.*
    from changed_tile t
    where t.nodegroup_id in (select h.nodegroup_id from geometry_nodegroup h)
  )
  insert into feature (
    resource_id, tile_id, node_id, feature_key, position, geometry_type, geometry_text, properties, geometry, world_geometry, map_cell,
    grant_set_id
  )
  select
    t.resource_id,
    t.tile_id,
    d.node_id,
    d.feature_key,
    d.feature_position,
    d.geometry ->> 'type',
    d.geometry::text,
    d.properties,
    p.map_geometry,
    world_geometry(p.map_geometry),
    map_cell(p.map_geometry),
    grant_set_id_of(t.resource_id)
  from geometry_tile t
  cross join lateral derived_feature(t.nodegroup_id, t.data) d
  cross join lateral (select geometry_or_null(d.geometry) offset 0) p (map_geometry);
  return null;
end
$$;

create trigger feature_after_insert
  after insert on tile
  referencing new table as changed_tile
  for each statement execute function add_feature();

create function refresh_feature() returns trigger
language plpgsql
as $$
begin
  delete from feature stored
  using changed_tile t
  where stored.tile_id = t.tile_id
    and not exists (
      select
      from feature_of_tile(t.nodegroup_id, t.data) current
      where current.node_id = stored.node_id
        and current.feature_key = stored.feature_key
    );

  merge into feature stored
  using (
    select
      t.resource_id,
      t.tile_id,
      d.*,
      p.map_geometry
    from changed_tile t
    cross join lateral derived_feature(t.nodegroup_id, t.data) d
    cross join lateral (select geometry_or_null(d.geometry) offset 0) p (map_geometry)
  ) incoming
  on stored.tile_id = incoming.tile_id
    and stored.node_id = incoming.node_id
    and stored.feature_key = incoming.feature_key
  when matched then
    update set
      resource_id = incoming.resource_id,
      position = incoming.feature_position,
      geometry_type = incoming.geometry ->> 'type',
      geometry_text = incoming.geometry::text,
      properties = incoming.properties,
      geometry = incoming.map_geometry,
      world_geometry = world_geometry(incoming.map_geometry),
      map_cell = map_cell(incoming.map_geometry),
      -- The stored set stays, because a concurrent change of grants may have stored a newer one.
      grant_set_id = case
        when stored.resource_id = incoming.resource_id and stored.grant_set_id is not null then stored.grant_set_id
        else (select s.grant_set_id from grant_set_of(incoming.resource_id) s)
      end
  when not matched then
    insert (
      resource_id, tile_id, node_id, feature_key, position, geometry_type, geometry_text, properties, geometry, world_geometry, map_cell,
      grant_set_id
    )
    values (
      incoming.resource_id,
      incoming.tile_id,
      incoming.node_id,
      incoming.feature_key,
      incoming.feature_position,
      incoming.geometry ->> 'type',
      incoming.geometry::text,
      incoming.properties,
      incoming.map_geometry,
      world_geometry(incoming.map_geometry),
      map_cell(incoming.map_geometry),
      (select s.grant_set_id from grant_set_of(incoming.resource_id) s)
    );
  return null;
end
$$;

create trigger feature_after_update
  after update on tile
  referencing new table as changed_tile
  for each statement execute function refresh_feature();
