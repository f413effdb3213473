-- For the extent of what a caller may see: the west, south, east and north of the features of a node with a set of grants. They have no
-- statistics, because some readers of spatial views are not allowed to read the geometries.
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
