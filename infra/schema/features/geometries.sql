-- An invalid geometry must not stop a save or an export: the text is stored, the geometry stays null. PostGIS would read text coordinates
-- as zeros, so they count as invalid; the binary round trip detects open rings. Heights remain in the text, because the geometry is for
-- maps.
create function geometry_or_null(feature_geometry jsonb) returns geometry
language plpgsql immutable
as $$
begin
  if jsonb_path_exists(feature_geometry, 'strict $.**.coordinates.** ? (@.type() == "string")', '{}', true) then
    return null;
  end if;
  return st_geomfromwkb(st_asbinary(st_force2d(st_geomfromgeojson(feature_geometry::text))), 4326);
exception when others then
  return null;
end
$$;

-- The kind of a geometry as in the names of views and collections; null for other types.
create function geometry_kind(place geometry) returns text
language sql immutable
return case
  when geometrytype(place) in ('POINT', 'MULTIPOINT') then 'point'
  when geometrytype(place) in ('LINESTRING', 'MULTILINESTRING') then 'linestring'
  when geometrytype(place) in ('POLYGON', 'MULTIPOLYGON') then 'polygon'
end;

-- A geometry node may have a bare geometry or feature, and a collection may contain geometries instead of features. For /geojson each is a
-- feature; the stored value does not change.

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
