-- The resource instance of the tile $1 with the node $2.
select t.resource_id::text
from tile t
join node n on n.nodegroup_id = t.nodegroup_id
where t.tile_id = $1::uuid
  and n.node_id = $2::uuid
