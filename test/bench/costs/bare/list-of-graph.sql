-- $1 ids of the graph $2, after the first $3.
select json_agg(page.resource_id)::text
from (
  select r.resource_id
  from resource r
  where r.graph_id = $2::uuid
  order by r.resource_id
  limit $1::int offset $3::int
) page
