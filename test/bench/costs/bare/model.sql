-- The publication of the graph $1.
select g.publication_id::text
from graph g
where g.graph_id = $1::uuid
