-- A geometry node may hold a geometry or a feature alone, and a collection geometries in place of features. Each is a feature for
-- /geojson; the value itself stays as it is.

create function is_bare_geometry(geojson jsonb) returns boolean
language sql immutable
begin atomic
  select
    coalesce(geojson -> 'coordinates', geojson -> 'geometries') is not null
    and geojson -> 'geometry' is null;
end;

-- The features of a value, as a list: of a collection, or the value alone.
create function features_of(geojson jsonb) returns jsonb
language sql immutable
begin atomic
  select case
    when jsonb_typeof(geojson -> 'features') = 'array' then geojson -> 'features'
    when geojson ->> 'type' = 'Feature' or is_bare_geometry(geojson) then jsonb_build_array(geojson)
    else '[]'::jsonb
  end;
end;

create or replace function feature_of_tile(tile_nodegroup_id uuid, tile_data jsonb)
returns table (node_id uuid, feature_key text, feature_position integer, feature jsonb)
language sql stable
begin atomic
  select
    n.node_id,
    -- An id may be of any length, the row of an index may not.
    case when length(f.value ->> 'id') > 200 then md5(f.value ->> 'id') else coalesce(f.value ->> 'id', '') end
      || '#'
      || row_number() over (partition by n.node_id, f.value ->> 'id' order by f.ordinality),
    f.ordinality::integer,
    case when is_bare_geometry(f.value) then jsonb_build_object('geometry', f.value) else f.value end
  from node n
  cross join lateral jsonb_array_elements(features_of(tile_data -> n.node_id::text))
    with ordinality as f (value, ordinality)
  where n.nodegroup_id = tile_nodegroup_id
    and n.datatype = 'geojson-feature-collection'
    and jsonb_typeof(f.value) = 'object';
end;

-- The triggers run for the tiles that have such values, and for no others: every feature that is there keeps its gid.
update tile
set data = data
where tile_id in (
  select t.tile_id
  from node n
  join tile t on t.nodegroup_id = n.nodegroup_id
  cross join lateral jsonb_array_elements(features_of(t.data -> n.node_id::text)) as f (value)
  where n.datatype = 'geojson-feature-collection'
    and (
      is_bare_geometry(f.value)
      or jsonb_typeof(t.data -> n.node_id::text -> 'features') is distinct from 'array'
    )
);
