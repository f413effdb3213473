-- The features of the first $1 tiles with features.
select json_build_array(f.resource_id, f.tile_id, f.node_id, f.properties, f.geometry_text::json)::text
from (
  select distinct f.resource_id, f.tile_id
  from feature f
  order by f.resource_id, f.tile_id
  limit $1::int
) page
join feature f on f.tile_id = page.tile_id
order by f.resource_id, f.tile_id, f.node_id, f.position
