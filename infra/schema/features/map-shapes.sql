-- The latitude of a position from north (0) to south (1) on the map.
create function map_latitude(map_position double precision) returns double precision
language sql immutable
return degrees(2 * atan(exp(pi() * (1 - 2 * map_position))) - pi() / 2);

-- The box of a map tile in degrees. A margin in tiles is added on each side.
-- @rule GeoJSON and OGC API Features: Which part of the world is in the tile z, x, y?
create function map_tile_box(zoom integer, tile_column integer, tile_row integer, margin double precision) returns geometry
language sql immutable
return st_makeenvelope(
  (tile_column - margin) / (1 << zoom) * 360 - 180,
  map_latitude((tile_row + 1 + margin) / (1 << zoom)),
  (tile_column + 1 + margin) / (1 << zoom) * 360 - 180,
  map_latitude((tile_row - margin) / (1 << zoom)),
  4326
);

-- Clips a geometry to a box.
create function clipped_by_box(place geometry, box geometry) returns geometry
language sql immutable
return case
  -- Clipping also removes empty parts, which GeoJSON cannot express.
  when place @ box and st_numgeometries(place) = 1 then place
  else clipped_by_range(clipped_by_range(place, 'x', st_xmin(box), st_xmax(box)), 'y', st_ymin(box), st_ymax(box))
end;

-- The outer rings of areas, as lines.
create function outlines_of(place geometry) returns geometry
language sql immutable
begin atomic
  select st_collect(st_exteriorring(d.geom))
  from st_dump(place) d
  where st_dimension(d.geom) = 2;
end;

-- The shape of a geometry on the grid of a map tile, which has 4,096 columns and rows: clipped, and simplified by up to a step of the grid.
-- A shape smaller than a pixel (8 steps) becomes a point. Returns a JSON array with the coordinates of points, lines and polygons, as in
-- GeoJSON; null if nothing is in the tile.
-- @rule GeoJSON and OGC API Features: How is a shape clipped and simplified for a map tile?
create function map_shape(place geometry, zoom integer, tile_column integer, tile_row integer) returns text
language plpgsql immutable
as $$
declare
  -- Steps of the grid around the world.
  steps constant double precision = 4096 * 2 ^ zoom;
  pixel constant double precision = 8;
  -- So that a few large shapes do not fill a tile.
  max_points constant integer = 20000;
  clip_box constant geometry = map_tile_box(zoom, tile_column, tile_row, 64.0 / 4096);
  earth constant double precision = 40075016.685578488;
  tolerance double precision = 1;
  clipped geometry;
  shape geometry;
begin
  -- What has no area disappears from areas when they are clipped. If nothing remains, the outlines are clipped.
  select st_collect(case when st_isempty(c.clipped) then clipped_by_box(outlines_of(m.moved), clip_box) else c.clipped end)
  into clipped
  from unnest('{-360,0,360}'::double precision[]) shift
  cross join lateral (select st_translate(place, shift, 0) offset 0) m (moved)
  cross join lateral (select clipped_by_box(m.moved, clip_box) offset 0) c (clipped)
  where m.moved && clip_box;
  if clipped is null or st_isempty(clipped) then
    return null;
  end if;

  -- A step is the same number of degrees of longitude everywhere, but fewer degrees of latitude farther from the equator.
  clipped = st_affine(
    st_transform(st_simplify(clipped, 180 / steps * cos(radians(greatest(abs(st_ymax(clip_box)), abs(st_ymin(clip_box))))), true), 3857),
    steps / earth, 0, 0, -steps / earth,
    steps / 2 - 4096 * tile_column::bigint,
    steps / 2 - 4096 * tile_row::bigint
  );
  if st_dimension(clipped) > 0 and st_xmax(clipped) - st_xmin(clipped) < pixel and st_ymax(clipped) - st_ymin(clipped) < pixel then
    clipped = st_centroid(st_envelope(clipped));
  end if;
  loop
    shape = st_snaptogrid(st_simplify(clipped, tolerance, true), 1);
    -- Separate points cannot be simplified, however large the tolerance.
    exit when coalesce(st_npoints(shape), 0) <= max_points or tolerance > 4096;
    tolerance = tolerance * 4;
  end loop;
  -- An area that is narrower than a step becomes a point.
  if st_isempty(shape) or (st_dimension(clipped) = 2 and st_area(shape) = 0) then
    shape = st_snaptogrid(st_centroid(st_envelope(clipped)), 1);
  end if;
  return (
    select json_agg(st_asgeojson(st_multi(st_collectionextract(shape, d.dimension)), 0)::json -> 'coordinates' order by d.dimension)
    from generate_series(1, 3) d (dimension)
  );
exception when others then
  return null;
end
$$;
