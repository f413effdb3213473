-- Features are read in stretches of their keys, and a stretch is as long as its bytes allow. So the bytes of each are known without looking at it.
-- The table is written anew: about ten seconds for a million features, during which it is locked.
alter table feature
  add column bytes integer not null
    generated always as (octet_length(geometry_text) + octet_length(properties::text)) stored;

-- Where a stretch ends, how much there is behind it, and which tiles make a page is told by an index alone: of all nodes, and of one.
drop index feature_walk;
create index feature_walk on feature (resource_id, tile_id) include (node_id, bytes);
drop index feature_node;
create index feature_node on feature (node_id, resource_id, tile_id) include (bytes);

-- Which nodes hold geometries is asked at every request, and they are few.
create index node_with_geometry on node (node_id) where holds = 'geometry';
