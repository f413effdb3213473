-- The cells of the map in which features are. They are computed in batches after the migration: until then, tiles lack the features.
alter table feature add column map_cell bigint;

-- The order in which features are shown where a tile cannot show all: an equal distribution over 32 bits, from the id alone, so that nothing
-- else decides which features are shown. Each number has another rank.
create function map_rank(gid integer) returns bigint
language sql immutable
return (gid::bigint * 2654435769) & 4294967295;

-- The level of a feature, 0 to 10: three quarters of the features have level 0, three quarters of the others level 1, and so on. Features of a
-- higher level have lower ranks.
create function map_level(gid integer) returns integer
language sql immutable
return 10 - width_bucket(
  map_rank(gid),
  '{4096,16384,65536,262144,1048576,4194304,16777216,67108864,268435456,1073741824}'::bigint[]
);

-- For the tiles of a map: the nodes that the caller may read, the levels from the highest on, and the cells within a tile. It is covering, so that
-- features that are not shown are skipped without reading them. It is empty at first, so creating it takes no time.
create index feature_map on feature (node_id, map_level(gid), map_cell) include (gid, resource_id, tile_id)
  where map_cell is not null;
