-- The document of the resource model $1, as it was imported.
select g.source::text
from graph g
where g.graph_id = $1::uuid
