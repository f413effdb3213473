-- One bad geometry must not stop a save or an export: the text is kept, the geometry stays empty. Coordinates that are
-- texts would be read as zeros, so they count as bad; open rings are found on the way back from binary. Heights stay in
-- the text: the geometry is for maps.
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

-- The kind of a geometry, by the word that the names of its views and of its collections end with; null where it is of none.
create function geometry_kind(place geometry) returns text
language sql immutable
return case
  when geometrytype(place) in ('POINT', 'MULTIPOINT') then 'point'
  when geometrytype(place) in ('LINESTRING', 'MULTILINESTRING') then 'linestring'
  when geometrytype(place) in ('POLYGON', 'MULTIPOLYGON') then 'polygon'
end;

-- A geometry node may hold a geometry or a feature alone, and a collection geometries in place of features. Each is a feature for
-- /geojson; the value itself stays as it is.

create function is_bare_geometry(geojson jsonb) returns boolean
language sql immutable
begin atomic
  select
    coalesce(geojson -> 'coordinates', geojson -> 'geometries') is not null
    and geojson -> 'geometry' is null;
end;

-- The features of a value, as a list: of a collection, or the value alone.
create function features_of(geojson jsonb) returns jsonb
language sql immutable
begin atomic
  select case
    when jsonb_typeof(geojson -> 'features') = 'array' then geojson -> 'features'
    when geojson ->> 'type' = 'Feature' or is_bare_geometry(geojson) then jsonb_build_array(geojson)
    else '[]'::jsonb
  end;
end;
