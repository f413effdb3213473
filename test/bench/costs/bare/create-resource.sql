-- Creates a resource instance. $1: its tiles, $2: its id, $3: its graph, $4: its descriptors, $5: the account.
with created as (
  insert into resource (resource_id, graph_id, descriptors, created_by)
  values ($2::uuid, $3::uuid, $4::jsonb, $5::int)
  returning resource_id, graph_id
),
written as (
  insert into tile (tile_id, resource_id, nodegroup_id, parent_tile_id, sort_order, data)
  select i.tile_id, $2::uuid, i.nodegroup_id, i.parent_tile_id, i.sort_order, i.data
  from json_to_recordset($1::json) as i (
    tile_id uuid, nodegroup_id uuid, parent_tile_id uuid, sort_order integer, data jsonb
  )
  returning tile_id, nodegroup_id
),
logged as (
  insert into edit_log (transaction_id, resource_id, tile_id, nodegroup_id, edit_type, account_id)
  select $2::uuid, $2::uuid, w.tile_id, w.nodegroup_id, 'tile create', $5::int
  from written w
  union all
  select $2::uuid, $2::uuid, null, null, 'create', $5::int
),
counted as (
  update activity_counter c
  set ordinal = c.ordinal + 1, end_time = clock_timestamp()
  returning c.ordinal, c.end_time
)
insert into activity (ordinal, activity_type, resource_id, graph_id, account_id, end_time)
select o.ordinal, 'Create', c.resource_id, c.graph_id, $5::int, o.end_time
from created c
cross join counted o
