-- A geometry in the reference system of a view. Null where it has no place there, as the poles have none in 3857. An expression, which is put into
-- the statement around it: most geometries are where the transformation cannot fail.
create function spatial_layer.on_map(place geometry, wanted_srid integer) returns geometry
language sql immutable
return case
  when place @ st_makeenvelope(-180, -85, 180, 85, 4326) then case when wanted_srid = 4326 then place else st_transform(place, wanted_srid) end
  else spatial_layer.on_map_at_all(place, wanted_srid)
end;

create function spatial_layer.on_map_at_all(place geometry, wanted_srid integer) returns geometry
language plpgsql immutable
as $$
declare
  moved geometry;
begin
  if place is null or st_isempty(place) then
    return null;
  end if;
  if wanted_srid = st_srid(place) then
    return place;
  end if;
  moved = st_transform(place, wanted_srid);
  return case
    when greatest(abs(st_xmin(moved)), abs(st_xmax(moved)), abs(st_ymin(moved)), abs(st_ymax(moved))) < 'Infinity' then moved
  end;
exception when others then
  return null;
end
$$;

-- A view for each of these, by the word that its name ends with.
create function spatial_layer.kinds(is_mixed boolean) returns text[]
language sql immutable
return case when is_mixed then array['mixed_geom'] else array['point', 'linestring', 'polygon'] end;
