-- Resource instances, their tiles, and what is derived from tiles: features and relations.

create table resource (
  resource_id uuid not null,
  graph_id uuid not null references graph,
  legacy_id text,
  -- Counts every change of the resource or its tiles; the ETag is made of it.
  version bigint not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  changed_at timestamptz not null default clock_timestamp(),
  -- Per language and kind: the text and what it was built from, so that no text shows what its reader may not see:
  -- {"en-US": {"name": {"value": "…", "nodegroups": ["…"], "resources": ["…"]}}}
  descriptors jsonb not null default '{}',
  -- The accounts that proposed it, while it is nothing but proposals: it is there for them and for reviewers alone. Null once something counts.
  proposed_by integer[],
  -- By account, how often its proposals alone were changed, and when last: {"3": {"count": 2, "at": "…"}}. All of them count in version; who
  -- may not see them is told a version without them (visible_version).
  proposal_changes jsonb,
  -- GET /resources/ decides visibility from the id, the graph and the proposers alone: an index-only scan.
  primary key (resource_id) include (graph_id, proposed_by)
);

-- The list of a model in id order is an index-only scan.
create index resource_graph on resource (graph_id, resource_id) include (proposed_by);

create table tile (
  tile_id uuid primary key,
  resource_id uuid not null references resource on delete cascade deferrable initially deferred,
  nodegroup_id uuid not null references nodegroup,
  parent_tile_id uuid references tile on delete cascade deferrable initially deferred,
  sort_order integer,
  data jsonb not null,
  provisional_edits jsonb,
  -- Whether it is nothing but proposals: data holds no value then, and the tile is there for their authors and for reviewers alone.
  is_proposed boolean not null default false,
  check (not is_proposed or provisional_edits is not null)
);

-- A resource is read whole.
create index tile_resource on tile (resource_id, nodegroup_id);
-- Model changes and counts per nodegroup.
create index tile_nodegroup on tile (nodegroup_id);
-- Deleting a tile cascades to its children.
create index tile_parent on tile (parent_tile_id) where parent_tile_id is not null;

-- One row per GeoJSON feature of a tile. gid is what GIS clients know a feature by: it survives edits of its neighbours.
create table feature (
  gid integer generated always as identity primary key,
  resource_id uuid not null,
  tile_id uuid not null references tile on delete cascade,
  node_id uuid not null references node on delete cascade,
  -- The feature's own id with its occurrence, or its place where it has none.
  feature_key text collate "C" not null,
  position integer not null,
  geometry_type text,
  geometry_text text not null,
  properties jsonb not null,
  geometry geometry(geometry, 4326)
);

create unique index feature_identity on feature (tile_id, node_id, feature_key);
-- GET /geojson walks features by resource and tile; paging counts tiles.
create index feature_walk on feature (resource_id, tile_id, node_id);
create index feature_node on feature (node_id, resource_id, tile_id);
-- Geometries may be closed to who reads the spatial views, and PostGIS tells everybody their extent and number by its statistics, or by the pages of a
-- GiST index: _postgis_stats(), _postgis_index_extent(), st_estimatedextent(). So they have no statistics, and another kind of index.
alter table feature alter column geometry set statistics 0;
create index feature_geometry on feature using spgist (geometry);

-- A relation is pending while either end is missing; nothing needs to be settled when it arrives.
create table resource_relation (
  relation_id uuid primary key,
  from_resource_id uuid not null,
  to_resource_id uuid not null,
  relationship_type text,
  inverse_relationship_type text,
  notes text,
  date_started text,
  date_ended text,
  -- Set where the relation is the value of a node.
  tile_id uuid references tile on delete cascade,
  node_id uuid references node on delete cascade
);

create index resource_relation_from on resource_relation (from_resource_id);
create index resource_relation_to on resource_relation (to_resource_id);
create index resource_relation_tile on resource_relation (tile_id) where tile_id is not null;

-- One bad geometry must not stop a save or an export: the text is kept, the geometry stays empty. Coordinates that are
-- texts would be read as zeros, so they count as bad; open rings are found on the way back from binary. Heights stay in
-- the text: the geometry is for maps.
create function geometry_or_null(feature_geometry jsonb) returns geometry
language plpgsql immutable
as $$
begin
  if jsonb_path_exists(feature_geometry, 'strict $.**.coordinates.** ? (@.type() == "string")', '{}', true) then
    return null;
  end if;
  return st_geomfromwkb(st_asbinary(st_force2d(st_geomfromgeojson(feature_geometry::text))), 4326);
exception when others then
  return null;
end
$$;

create function feature_of_tile(tile_nodegroup_id uuid, tile_data jsonb)
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
    f.value
  from node n
  cross join lateral jsonb_array_elements(
    case
      when jsonb_typeof(tile_data -> n.node_id::text -> 'features') = 'array'
        then tile_data -> n.node_id::text -> 'features'
      else '[]'::jsonb
    end
  ) with ordinality as f (value, ordinality)
  where n.nodegroup_id = tile_nodegroup_id
    and n.datatype = 'geojson-feature-collection'
    and jsonb_typeof(f.value) = 'object';
end;

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
      current.node_id,
      current.feature_key,
      current.feature_position,
      coalesce(current.feature -> 'geometry', 'null'::jsonb) as geometry,
      case jsonb_typeof(current.feature -> 'properties')
        when 'object' then current.feature -> 'properties'
        else '{}'::jsonb
      end as properties
    from changed_tile t
    cross join lateral feature_of_tile(t.nodegroup_id, t.data) current
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
      geometry = geometry_or_null(incoming.geometry)
  when not matched then
    insert (resource_id, tile_id, node_id, feature_key, position, geometry_type, geometry_text, properties, geometry)
    values (
      incoming.resource_id,
      incoming.tile_id,
      incoming.node_id,
      incoming.feature_key,
      incoming.feature_position,
      incoming.geometry ->> 'type',
      incoming.geometry::text,
      incoming.properties,
      geometry_or_null(incoming.geometry)
    );
  return null;
end
$$;

-- The value of a reference node is an id, a list of ids, an object or a list of objects, depending on the age of the data.
create function reference_of_tile(tile_nodegroup_id uuid, tile_data jsonb)
returns table (
  node_id uuid,
  reference_position integer,
  to_resource_id uuid,
  relationship_type text,
  inverse_relationship_type text
)
language sql stable
begin atomic
  with reference as (
    select
      n.node_id,
      item.ordinality,
      item.value,
      case jsonb_typeof(item.value)
        when 'string' then item.value #>> '{}'
        when 'object' then item.value ->> 'resourceId'
      end as target
    from node n
    cross join lateral jsonb_array_elements(
      case jsonb_typeof(tile_data -> n.node_id::text)
        when 'array' then tile_data -> n.node_id::text
        when 'object' then jsonb_build_array(tile_data -> n.node_id::text)
        when 'string' then jsonb_build_array(tile_data -> n.node_id::text)
        else '[]'::jsonb
      end
    ) with ordinality as item (value, ordinality)
    where n.nodegroup_id = tile_nodegroup_id
      and n.datatype in ('resource-instance', 'resource-instance-list')
  )
  select
    r.node_id,
    r.ordinality::integer,
    r.target::uuid,
    case jsonb_typeof(r.value) when 'object' then nullif(r.value ->> 'ontologyProperty', '') end,
    case jsonb_typeof(r.value) when 'object' then nullif(r.value ->> 'inverseOntologyProperty', '') end
  from reference r
  where r.target ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';
end;

create function refresh_tile_relation() returns trigger
language plpgsql
as $$
begin
  delete from resource_relation r
  using changed_tile t
  where r.tile_id = t.tile_id;

  insert into resource_relation (
    relation_id, from_resource_id, to_resource_id, relationship_type, inverse_relationship_type, tile_id, node_id
  )
  select
    md5(t.tile_id::text || current.node_id::text || current.reference_position)::uuid,
    t.resource_id,
    current.to_resource_id,
    current.relationship_type,
    current.inverse_relationship_type,
    t.tile_id,
    current.node_id
  from changed_tile t
  cross join lateral reference_of_tile(t.nodegroup_id, t.data) current;
  return null;
end
$$;

create trigger feature_after_insert
  after insert on tile
  referencing new table as changed_tile
  for each statement execute function refresh_feature();

create trigger feature_after_update
  after update on tile
  referencing new table as changed_tile
  for each statement execute function refresh_feature();

create trigger relation_after_insert
  after insert on tile
  referencing new table as changed_tile
  for each statement execute function refresh_tile_relation();

create trigger relation_after_update
  after update on tile
  referencing new table as changed_tile
  for each statement execute function refresh_tile_relation();
