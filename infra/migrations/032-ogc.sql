-- The features of a layer are read one by one in the order of their keys, so that a page costs the same at any depth, also within a tile that has
-- a hundred thousand of them.
drop index feature_node;
create index feature_node on feature (node_id, resource_id, tile_id, gid) include (bytes);
