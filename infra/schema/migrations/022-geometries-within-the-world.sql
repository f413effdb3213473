-- By what features beyond the edges of the world are found. It is computed in batches after the migration: until then, they are found where they
-- were before.
alter table feature add column world_geometry geometry(geometry, 4326);

alter table feature alter column world_geometry set statistics 0;

drop index feature_geometry;

create index feature_geometry on feature using spgist (coalesce(world_geometry, geometry));

alter index feature_geometry alter column 1 set statistics 0;
