-- The features of the resource instance $1, and the values of its nodegroups $2.
select json_build_array(f.resource_id, f.tile_id, f.node_id, f.properties, f.geometry_text::json)::text
from feature f
where f.resource_id = $1::uuid
union all
select json_build_array(t.nodegroup_id, t.data)::text
from tile t
where t.resource_id = $1::uuid
  and t.nodegroup_id = any ($2::uuid[])
