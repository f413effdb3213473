-- The features of the tile $1.
select json_build_array(f.resource_id, f.tile_id, f.node_id, f.properties, f.geometry_text::json)::text
from feature f
where f.tile_id = $1::uuid
order by f.node_id, f.position
