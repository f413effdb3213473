-- Changes one tile. $1: the new tile, $2: the resource instance, $3: the account.
with incoming as (
  select *
  from json_to_record($1::json) as i (tile_id uuid, nodegroup_id uuid, sort_order integer, data jsonb)
),
before as (
  select t.tile_id, t.nodegroup_id, t.data
  from tile t
  join incoming i on i.tile_id = t.tile_id
),
written as (
  insert into tile (tile_id, resource_id, nodegroup_id, sort_order, data)
  select i.tile_id, $2::uuid, i.nodegroup_id, i.sort_order, i.data
  from incoming i
  on conflict (tile_id) do update
  set data = excluded.data, sort_order = excluded.sort_order
  returning tile_id, nodegroup_id
),
logged as (
  insert into edit_log (transaction_id, resource_id, tile_id, nodegroup_id, edit_type, old_value, account_id)
  select gen_random_uuid(), $2::uuid, w.tile_id, w.nodegroup_id, 'tile edit', b.data, $3::int
  from written w
  left join before b on b.tile_id = w.tile_id
),
changed as (
  update resource r
  set version = r.version + 1, changed_at = clock_timestamp()
  where r.resource_id = $2::uuid
  returning r.resource_id, r.graph_id
),
counted as (
  update activity_counter c
  set ordinal = c.ordinal + 1, end_time = clock_timestamp()
  returning c.ordinal, c.end_time
)
insert into activity (ordinal, activity_type, resource_id, graph_id, account_id, end_time)
select o.ordinal, 'Update', c.resource_id, c.graph_id, $3::int, o.end_time
from changed c
cross join counted o
