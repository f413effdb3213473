-- The tile $1.
select json_build_object(
  'tileid', t.tile_id,
  'data', t.data,
  'nodegroup_id', t.nodegroup_id,
  'parenttile_id', t.parent_tile_id,
  'provisionaledits', t.provisional_edits,
  'resourceinstance_id', t.resource_id,
  'sortorder', t.sort_order
)::text
from tile t
where t.tile_id = $1::uuid
