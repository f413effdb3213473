-- Converts GeoJSON to a geometry; null if it is invalid. Its text is stored in any case, so that an invalid geometry does not stop a write
-- or an export. PostGIS would read coordinates that are not numbers as zeros or ones, and too large numbers as infinite, so these count as
-- invalid. The conversion to binary and back detects open rings. Heights remain only in the text, because the geometry is for maps.
create function geometry_or_null(feature_geometry jsonb) returns geometry
language plpgsql immutable
as $$
declare
  converted geometry;
begin
  if jsonb_path_exists(
    feature_geometry,
    'strict $.**.coordinates.** ? (@.type() != "number" && @.type() != "array")',
    '{}',
    true
  ) then
    return null;
  end if;
  converted = st_geomfromwkb(st_asbinary(st_force2d(st_geomfromgeojson(feature_geometry::text))), 4326);
  return case when has_finite_bounds(converted) then converted end;
exception when others then
  return null;
end
$$;

-- Whether all coordinates are finite numbers. An empty geometry has none.
create function has_finite_bounds(place geometry) returns boolean
language sql immutable
return coalesce(
  greatest(abs(st_xmin(place)), abs(st_xmax(place)), abs(st_ymin(place)), abs(st_ymax(place))) < 'Infinity',
  true
);

-- The kind of a geometry, as in the names of views and collections; null for other types.
create function geometry_kind(place geometry) returns text
language sql immutable
return case
  when geometrytype(place) in ('POINT', 'MULTIPOINT') then 'point'
  when geometrytype(place) in ('LINESTRING', 'MULTILINESTRING') then 'linestring'
  when geometrytype(place) in ('POLYGON', 'MULTIPOLYGON') then 'polygon'
end;

-- The value of a geometry node can be a single geometry or feature, and a collection can contain geometries instead of features. In
-- /geojson each of them is a feature; the stored value does not change.

create function is_bare_geometry(geojson jsonb) returns boolean
language sql immutable
begin atomic
  select
    coalesce(geojson -> 'coordinates', geojson -> 'geometries') is not null
    and geojson -> 'geometry' is null;
end;

-- The features of a value as a list: the members of a collection, or the value itself.
create function features_of(geojson jsonb) returns jsonb
language sql immutable
begin atomic
  select case
    when jsonb_typeof(geojson -> 'features') = 'array' then geojson -> 'features'
    when geojson ->> 'type' = 'Feature' or is_bare_geometry(geojson) then jsonb_build_array(geojson)
    else '[]'::jsonb
  end;
end;

-- Whether a geometry lies so to a place. A geometry that PostGIS rejects lies so to none.
create function lies_to_place(shape geometry, relation text, place geometry) returns boolean
language plpgsql immutable
as $$
begin
  return case relation
    when 'within' then st_within(shape, place)
    when 'contains' then st_contains(shape, place)
    when 'equals' then st_equals(shape, place)
    when 'touches' then st_touches(shape, place)
    when 'crosses' then st_crosses(shape, place)
    when 'overlaps' then st_overlaps(shape, place)
  end;
exception when others then
  return false;
end
$$;
