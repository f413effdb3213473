-- The resource instance $1: its row, then its tiles in their order, without those of hidden nodegroups.
select json_build_object('id', r.resource_id, 'graph', r.graph_id, 'version', r.version, 'descriptors', r.descriptors)::text
from resource r
where r.resource_id = $1::uuid
union all
(
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
  join nodegroup n on n.nodegroup_id = t.nodegroup_id
  where t.resource_id = $1::uuid
    and not n.is_hidden
  order by n.depth, n.model_position, coalesce(t.sort_order, 0), t.position, t.tile_id
)
