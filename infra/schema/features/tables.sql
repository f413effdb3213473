-- One row per GeoJSON feature of a tile. GIS clients identify a feature by its gid, which stays the same when other features change.
create table feature (
  gid integer generated always as identity primary key,
  resource_id uuid not null,
  tile_id uuid not null references tile on delete cascade,
  node_id uuid not null references node on delete cascade,
  -- id#n: the id of the feature (empty if it has none), and a counter for features with the same id.
  feature_key text collate "C" not null,
  position integer not null,
  geometry_type text,
  geometry_text text not null,
  properties jsonb not null,
  geometry geometry(geometry, 4326),
  -- The size in bytes, so that the features of a chunk can be chosen without reading them.
  bytes integer not null
    generated always as (octet_length(geometry_text) + octet_length(properties::text)) stored,
  kind text collate "C" generated always as (geometry_kind(geometry)) stored,
  -- map_cell(geometry). It is not generated, so that an existing table gets it without being rewritten.
  map_cell bigint,
  -- grant_set_of(resource_id). Map tiles leave out features without it.
  grant_set_id uuid,
  -- world_geometry(geometry): by what the feature is found, if that is not its geometry.
  world_geometry geometry(geometry, 4326)
);

create unique index feature_identity on feature (tile_id, node_id, feature_key);

-- Some readers of spatial views are not allowed to read these geometries. But PostGIS shows the extent and count of a column to every role,
-- from statistics or a GiST index: _postgis_stats(), _postgis_index_extent(), st_estimatedextent(). So the columns have no statistics, and
-- their index is SP-GiST.
alter table feature alter column geometry set statistics 0;

alter table feature alter column world_geometry set statistics 0;

create index feature_geometry on feature using spgist (coalesce(world_geometry, geometry));

alter index feature_geometry alter column 1 set statistics 0;

-- Both indexes are covering: the ends and sizes of chunks, and the limits of pages, are read without the table. feature_walk is for all
-- nodes, feature_node for one node. Features are read in key order, so that a late page takes no longer than the first.
create index feature_walk on feature (resource_id, tile_id) include (node_id, bytes);

create index feature_node on feature (node_id, resource_id, tile_id, gid) include (bytes, kind);

-- For map tiles. A tile reads the nodes and sets of grants that the caller may read, the levels from the highest on, and the cells within
-- the tile. So features that grants close are not read, even if nearly all are closed.
create index feature_map on feature (node_id, grant_set_id, map_level(gid), map_cell) include (gid, resource_id, tile_id)
  where map_cell is not null;

-- For the extent of what a caller may see: the first feature from each side of the world, for each node and set of grants.
create index feature_west on feature (node_id, grant_set_id, st_xmin(coalesce(world_geometry, geometry)))
  where map_cell is not null;

create index feature_south on feature (node_id, grant_set_id, st_ymin(coalesce(world_geometry, geometry)))
  where map_cell is not null;

create index feature_east on feature (node_id, grant_set_id, st_xmax(coalesce(world_geometry, geometry)))
  where map_cell is not null;

create index feature_north on feature (node_id, grant_set_id, st_ymax(coalesce(world_geometry, geometry)))
  where map_cell is not null;

alter index feature_west alter column 3 set statistics 0;

alter index feature_south alter column 3 set statistics 0;

alter index feature_east alter column 3 set statistics 0;

alter index feature_north alter column 3 set statistics 0;
