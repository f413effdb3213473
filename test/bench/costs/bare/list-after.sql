-- The next $1 ids after the id $2.
select json_agg(page.resource_id)::text
from (
  select r.resource_id
  from resource r
  where r.resource_id > $2::uuid
  order by r.resource_id
  limit $1::int
) page
