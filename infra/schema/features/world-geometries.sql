-- The world is from -180 to 180 degrees of longitude and from -90 to 90 degrees of latitude. Stored geometries can be elsewhere: maps that
-- scroll draw beyond 180 degrees, and some files have metres. Up to 540 degrees, features are found modulo 360. All others are outside of the
-- world, and in no box but that of the whole world.

-- The geometry by which a feature is found, where it is not the stored one: moved into the world, or nowhere() if it is outside of the world or
-- empty. Null for geometries within the world, which most are.
-- @rule GeoJSON and OGC API Features: Where is a feature found whose geometry is beyond 180 degrees, or outside of the world?
create function world_geometry(place geometry) returns geometry
language sql immutable
return case
  -- Versions of PostGIS differ in where an empty geometry is.
  when st_isempty(place) then nowhere()
  when place @ st_makeenvelope(-180, -90, 180, 90, 4326) then null
  when place @ st_makeenvelope(-540, -90, 540, 90, 4326) then geometry_modulo_360(place)
  when place is not null then nowhere()
end;

-- A point that no box reaches. An empty geometry would not do: an SP-GiST index that contains one does not find some of the others.
create function nowhere() returns geometry
language sql immutable
return st_setsrid(st_makepoint(0, -1000), 4326);

-- Whether the geometry by which a feature is found is nowhere(). Null means that the feature is within the world.
create function is_nowhere(world_geometry geometry) returns boolean
language sql immutable
return coalesce(st_ymin(world_geometry) < -90, false);

-- Moves the parts of a geometry into the world, and cuts lines and areas at 180 degrees. A part that only touches 180 degrees stays on its
-- side, because boxes that end there are searched on both sides (lib/queries/geojson/bounding-box.ts).
create function geometry_modulo_360(place geometry) returns geometry
language sql immutable
begin atomic
  with piece as materialized (
    select d.path, s.shift, c.path as path_of_cut, c.geom as shape
    from st_dump(place) d
    cross join unnest('{-360,0,360,720}'::double precision[]) s (shift)
    -- As text with 12 decimal places, so that 180.7 becomes exactly -179.3.
    cross join lateral (
      select st_geomfromgeojson(st_asgeojson(st_translate(d.geom, s.shift, 0), 12)) as moved
      offset 0
    ) m
    cross join lateral st_dump(cut_at_180(m.moved)) c
    where st_xmax(m.moved) > -180
      and (st_xmin(m.moved) < 180 or (st_xmin(m.moved) = 180 and st_xmax(m.moved) = 180))
  )
  select case when count(*) = 1 then (array_agg(p.shape))[1] else st_collect(p.shape order by p.path, p.shift, p.path_of_cut) end
  from piece p;
end;

-- Cuts a line or an area at 180 degrees. What PostGIS cannot cut stays whole, so that it is found.
create function cut_at_180(place geometry) returns geometry
language plpgsql immutable
as $$
declare
  cut geometry;
begin
  if st_xmin(place) >= -180 and st_xmax(place) <= 180 then
    return place;
  end if;
  if st_dimension(place) = 2 and st_isvalid(place) then
    cut = st_collectionextract(st_intersection(place, st_makeenvelope(-180, -100, 180, 100, 4326)), 3);
  else
    cut = clipped_by_range(place, 'x', -180, 180);
  end if;
  return case when st_isempty(cut) then place else cut end;
exception when others then
  return place;
end
$$;

-- Clips a geometry to a range of one ordinate. Unlike st_clipbybox2d and st_intersection it never fails, however invalid an area is. On the
-- embedded database a failure of theirs ends the statement without an error. It uses that st_locatebetween clips by the measure: the ordinate
-- changes places with the measure before and after it. Separate parts of a clipped area remain one ring, joined along the edge.
create function clipped_by_range(place geometry, ordinate text, range_start double precision, range_end double precision) returns geometry
language sql immutable
return st_force2d(
  st_swapordinates(
    st_locatebetween(st_swapordinates(st_force3dm(place), textout(ordinate || 'm')), range_start, range_end),
    textout(ordinate || 'm')
  )
);

-- Whether a geometry touches an area. Invalid geometries are compared after a repair, because PostGIS raises errors for some, and its versions
-- differ.
create function meets_area(place geometry, area geometry) returns boolean
language sql immutable
return st_intersects(case when st_isvalid(place) then place else st_makevalid(place) end, area);
