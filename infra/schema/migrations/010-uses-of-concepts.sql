-- For the page of a concept, the tiles with ids of concept values. It only proposes candidates: each is compared with the values of its tile.
-- It also has other ids that are plain texts in tiles, so that it does not depend on the model. It has no foreign key, because
-- locking each new tile would take longer than the row.
create table concept_use (
  value_id uuid not null,
  nodegroup_id uuid not null,
  tile_id uuid not null
);

-- For reading, which stops after some rows and skips nodegroups that the caller may not read. Without the id of the tile, its entries for a
-- frequent value are stored once, so it has a tenth of the size.
create index concept_use_value on concept_use (value_id, nodegroup_id);

-- For replacing the rows of a tile.
create index concept_use_tile on concept_use (tile_id);
