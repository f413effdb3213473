-- The features of the first $1 tiles with features, and the values of the nodegroups $2 of their resource instances.
with page as materialized (
  select distinct f.resource_id, f.tile_id
  from feature f
  order by f.resource_id, f.tile_id
  limit $1::int
)
select json_build_array(f.resource_id, f.tile_id, f.node_id, f.properties, f.geometry_text::json)::text
from page p
join feature f on f.tile_id = p.tile_id
union all
select json_build_array(t.resource_id, t.nodegroup_id, t.data)::text
from (select distinct p.resource_id from page p) r
join tile t on t.resource_id = r.resource_id
where t.nodegroup_id = any ($2::uuid[])
