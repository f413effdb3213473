-- The kind of a geometry, by the word that the names of its views and of its collections end with; null where it is of none.
create function geometry_kind(place geometry) returns text
language sql immutable
return case
  when geometrytype(place) in ('POINT', 'MULTIPOINT') then 'point'
  when geometrytype(place) in ('LINESTRING', 'MULTILINESTRING') then 'linestring'
  when geometrytype(place) in ('POLYGON', 'MULTIPOLYGON') then 'polygon'
end;

alter table feature
  add column kind text collate "C" generated always as (geometry_kind(geometry)) stored;

-- The features of a layer, or those of one kind, are read one by one in the order of their keys, so that a page costs the same at any depth, also within a tile that has
-- a hundred thousand of them.
drop index feature_node;
create index feature_node on feature (node_id, resource_id, tile_id, gid) include (bytes, kind);
