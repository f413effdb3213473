-- The geometry that views show of a feature: within the world, unless all of it is outside.
create function spatial_layer.shown_geometry(stored geometry, world_geometry geometry) returns geometry
language sql immutable
return case when world_geometry is null or is_nowhere(world_geometry) then stored else world_geometry end;

-- Transforms a geometry to a reference system; null if this is impossible, as for the poles in 3857. It is an expression, so that the
-- planner inlines it, because for most geometries the transformation cannot fail.
create function spatial_layer.to_srid(source geometry, target_srid integer) returns geometry
language sql immutable
return case
  when st_isempty(source) then null
  when source @ st_makeenvelope(-180, -85, 180, 85, 4326) then case when target_srid = 4326 then source else st_transform(source, target_srid) end
  else spatial_layer.to_srid_or_null(source, target_srid)
end;

create function spatial_layer.to_srid_or_null(source geometry, target_srid integer) returns geometry
language plpgsql immutable
as $$
declare
  transformed geometry;
begin
  if source is null or st_isempty(source) then
    return null;
  end if;
  if target_srid = st_srid(source) then
    return source;
  end if;
  transformed = st_transform(source, target_srid);
  return case when has_finite_bounds(transformed) then transformed end;
exception when others then
  return null;
end
$$;

-- The kinds of geometries of a spatial view. It has one view for each kind, with the kind as the suffix of its name.
create function spatial_layer.geometry_kinds(is_mixed boolean) returns text[]
language sql immutable
return case when is_mixed then array['mixed_geom'] else array['point', 'linestring', 'polygon'] end;
