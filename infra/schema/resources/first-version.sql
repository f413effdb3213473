-- The version of a new resource instance: 1, or the time of its last edit in microseconds if one with this id was deleted, so that no
-- version is repeated. Clients keep versions in ETags.
create function first_version(new_resource uuid) returns bigint
language sql stable
return coalesce(
  (
    select (extract(epoch from e.edited_at) * 1000000)::bigint
    from edit_log e
    where e.resource_id = new_resource
    order by e.edited_at desc, e.edit_log_id desc
    limit 1
  ),
  1
);
