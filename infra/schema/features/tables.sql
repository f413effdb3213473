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
  geometry geometry(geometry, 4326),
  -- A chunk of features is as long as its bytes allow: those of each are known without looking at it.
  bytes integer not null
    generated always as (octet_length(geometry_text) + octet_length(properties::text)) stored,
  kind text collate "C" generated always as (geometry_kind(geometry)) stored
);

create unique index feature_identity on feature (tile_id, node_id, feature_key);

-- Geometries may be closed to who reads the spatial views, and PostGIS tells everybody their extent and number by its statistics, or by the pages of a
-- GiST index: _postgis_stats(), _postgis_index_extent(), st_estimatedextent(). So they have no statistics, and another kind of index.
alter table feature alter column geometry set statistics 0;

create index feature_geometry on feature using spgist (geometry);

-- Where a chunk ends, how much there is behind it, and which tiles make a page is told by an index alone: of all nodes, and of one. Those of a node, or of
-- one kind, are read in the order of their keys, so that a page costs the same at any depth, also within a tile of a hundred thousand.
create index feature_walk on feature (resource_id, tile_id) include (node_id, bytes);

create index feature_node on feature (node_id, resource_id, tile_id, gid) include (bytes, kind);
