-- The map is a square in Web Mercator, divided like its tiles: a cell at depth d is a tile at zoom d. Its number has the bits of its row
-- and its column in turn, one of each for every depth, then a 1, then zeros. So all cells within a cell are a range of numbers. A point is
-- a cell at depth 30, about 4 centimetres wide.

-- The position from west (0) to east (1) on the map. Longitudes beyond 180 degrees give positions below 0 or above 1.
create function map_x(longitude double precision) returns double precision
language sql immutable
return (longitude + 180) / 360;

-- The position from north (0) to south (1) on the map, which ends where it is a square: at 85.05 degrees.
create function map_y(latitude double precision) returns double precision
language sql immutable
return 0.5 - ln(tan((latitude + 90) * pi() / 360)) / (2 * pi());

-- The number of the column or row that contains a position, at depth 30. Positions outside of the map are moved to its edge.
create function map_number(map_position double precision) returns bigint
language sql immutable
return floor(least(greatest(map_position * 1073741824, 0), 1073741823))::bigint;

-- The bits of a number of 30 bits, with a zero before each.
create function spread_bits(bits bigint) returns bigint
language plpgsql immutable
as $$
declare
  spread bigint = bits;
begin
  spread = (spread | (spread << 16)) & x'0000ffff0000ffff'::bigint;
  spread = (spread | (spread << 8)) & x'00ff00ff00ff00ff'::bigint;
  spread = (spread | (spread << 4)) & x'0f0f0f0f0f0f0f0f'::bigint;
  spread = (spread | (spread << 2)) & x'3333333333333333'::bigint;
  return (spread | (spread << 1)) & x'5555555555555555'::bigint;
end
$$;

-- The cell of a column and a row at a depth.
create function map_cell_at(depth integer, column_number bigint, row_number bigint) returns bigint
language sql immutable
return ((((spread_bits(row_number) << 1) | spread_bits(column_number)) << 1) | 1) << (60 - 2 * depth);

-- The smallest cell that contains a geometry; null if it is not on the map, or outside of the world. A point beyond 180 degrees is on the other side of the map; a
-- larger geometry that reaches beyond 180 degrees is in the cell of the whole map.
-- @rule GeoJSON and OGC API Features: In which map tiles is a feature?
create function map_cell(place geometry) returns bigint
language plpgsql immutable
as $$
declare
  -- The latitude where the map ends.
  edge constant double precision = 85.0511287798066;
  west double precision = map_x(st_xmin(place));
  east double precision = map_x(st_xmax(place));
  north double precision = st_ymax(place);
  south double precision = st_ymin(place);
  north_west bigint;
  south_east bigint;
  depth integer;
begin
  if west is null or north < -edge or south > edge or south < -90 or north > 90 or west < -1 or east > 2 then
    return null;
  end if;
  if west = east then
    west = west - floor(west);
    east = west;
  elsif west < 0 or east > 1 then
    return map_cell_at(0, 0, 0);
  end if;
  north_west = map_cell_at(30, map_number(west), map_number(map_y(least(north, edge))));
  if west = east and north = south then
    return north_west;
  end if;
  south_east = map_cell_at(30, map_number(east), map_number(map_y(greatest(south, -edge))));
  -- Up to this depth, both corners are in the same cell.
  depth = 30 - (length(ltrim(((north_west # south_east) >> 1)::bit(60)::text, '0')) + 1) / 2;
  return (((north_west >> (61 - 2 * depth)) << 1) | 1) << (60 - 2 * depth);
end
$$;

-- The order in which features are shown where a tile cannot show all. Ranks are spread evenly over 32 bits. They are computed from the id
-- alone, so that no other property of a feature decides whether it is shown. No two ids have the same rank.
-- @rule GeoJSON and OGC API Features: Which features does a map tile show, and in which order?
create function map_rank(gid integer) returns bigint
language sql immutable
return (gid::bigint * 2654435769) & 4294967295;

-- The level of a feature, 0 to 15: half of the features have level 0, half of the others level 1, and so on. Features of a higher level
-- have lower ranks.
create function map_level(gid integer) returns integer
language sql immutable
return 15 - width_bucket(
  map_rank(gid),
  '{131072,262144,524288,1048576,2097152,4194304,8388608,16777216,33554432,67108864,134217728,268435456,536870912,1073741824,2147483648}'::bigint[]
);
