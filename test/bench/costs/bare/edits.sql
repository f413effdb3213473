-- The last $2 edits of the resource instance $1, each with the values before and after it.
select json_build_object(
  'id', e.edit_log_id,
  'transactionId', e.transaction_id,
  'type', e.edit_type,
  'tileId', e.tile_id,
  'nodegroupId', e.nodegroup_id,
  'editedAt', e.edited_at,
  'username', a.username,
  'before', e.old_value,
  'after', coalesce(
    (
      select l.old_value
      from edit_log l
      where l.resource_id = e.resource_id
        and l.tile_id = e.tile_id
        and l.edit_log_id > e.edit_log_id
      order by l.edit_log_id
      limit 1
    ),
    (select t.data from tile t where t.tile_id = e.tile_id)
  )
)::text
from edit_log e
left join account a on a.account_id = e.account_id
where e.resource_id = $1::uuid
order by e.edit_log_id desc
limit $2::int
