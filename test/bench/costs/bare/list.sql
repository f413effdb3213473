-- $1 ids, after the first $2.
select json_agg(page.resource_id)::text
from (
  select r.resource_id
  from resource r
  order by r.resource_id
  limit $1::int offset $2::int
) page
