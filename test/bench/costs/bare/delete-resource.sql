-- Deletes the resource instance $1 with its tiles and relations. $2: the account.
with logged as (
  insert into edit_log (transaction_id, resource_id, tile_id, nodegroup_id, edit_type, old_value, account_id)
  select $1::uuid, t.resource_id, t.tile_id, t.nodegroup_id, 'tile delete', t.data, $2::int
  from tile t
  where t.resource_id = $1::uuid
  union all
  select $1::uuid, r.resource_id, null, null, 'delete', r.descriptors, $2::int
  from resource r
  where r.resource_id = $1::uuid
),
ended as (
  delete from resource_relation o
  where o.from_resource_id = $1::uuid
    or o.to_resource_id = $1::uuid
),
deleted as (
  delete from resource r
  where r.resource_id = $1::uuid
  returning r.resource_id, r.graph_id
),
counted as (
  update activity_counter c
  set ordinal = c.ordinal + 1, end_time = clock_timestamp()
  returning c.ordinal, c.end_time
)
insert into activity (ordinal, activity_type, resource_id, graph_id, account_id, end_time)
select o.ordinal, 'Delete', d.resource_id, d.graph_id, $2::int, o.end_time
from deleted d
cross join counted o
