-- One row per GeoJSON feature of a tile. GIS clients identify a feature by its gid, which survives changes of other features.
create table feature (
  gid integer generated always as identity primary key,
  resource_id uuid not null,
  tile_id uuid not null references tile on delete cascade,
  node_id uuid not null references node on delete cascade,
  -- The id of the feature with its occurrence number, or only the number.
  feature_key text collate "C" not null,
  position integer not null,
  geometry_type text,
  geometry_text text not null,
  properties jsonb not null,
  geometry geometry(geometry, 4326),
  -- The size of each feature, so that a chunk can be planned without reading it.
  bytes integer not null
    generated always as (octet_length(geometry_text) + octet_length(properties::text)) stored,
  kind text collate "C" generated always as (geometry_kind(geometry)) stored
);

create unique index feature_identity on feature (tile_id, node_id, feature_key);

-- Readers of spatial views may not be allowed to read these geometries, but PostGIS reveals their extent and number to everybody from
-- statistics or the pages of a GiST index: _postgis_stats(), _postgis_index_extent(), st_estimatedextent(). So there are no statistics, and
-- the index is SP-GiST.
alter table feature alter column geometry set statistics 0;

create index feature_geometry on feature using spgist (geometry);

-- Chunk ends, sizes and page boundaries come from one index alone, for all nodes or for one. Features of one node, or of one kind, are read
-- in key order, so that a page costs the same at any depth, even within a tile of a hundred thousand features.
create index feature_walk on feature (resource_id, tile_id) include (node_id, bytes);

create index feature_node on feature (node_id, resource_id, tile_id, gid) include (bytes, kind);
