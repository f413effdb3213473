-- The resource model $1 as it was read.
select g.source::text
from graph g
where g.graph_id = $1::uuid
