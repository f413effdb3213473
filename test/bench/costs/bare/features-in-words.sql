-- The features of the first $1 tiles with features, and the values of the nodegroups $2 of their resource instances, with the texts to
-- which these values refer: labels of concepts, and names of resource instances.
with page as materialized (
  select distinct f.resource_id, f.tile_id
  from feature f
  order by f.resource_id, f.tile_id
  limit $1::int
),
shown_tile as materialized (
  select t.*
  from (select distinct p.resource_id from page p) r
  join tile t on t.resource_id = r.resource_id
  where t.nodegroup_id = any ($2::uuid[])
)
select json_build_array(f.resource_id, f.tile_id, f.node_id, f.properties, f.geometry_text::json)::text
from page p
join feature f on f.tile_id = p.tile_id
union all
select json_build_array(t.resource_id, t.nodegroup_id, t.data)::text
from shown_tile t
union all
select json_build_object(
  'valueId', v.value_id,
  'text', v.value,
  'labels', (
    select json_object_agg(l.language_id, l.value)
    from concept_value l
    where l.concept_id = v.concept_id
      and l.value_type = 'prefLabel'
  )
)::text
from concept_value v
where v.value_id in (
  select (value.id #>> '{}')::uuid
  from shown_tile t
  join node n on n.nodegroup_id = t.nodegroup_id
  cross join lateral jsonb_path_query(t.data -> n.node_id::text, '$[*] ? (@ != null && @ != "")') value (id)
  where n.datatype in ('concept', 'concept-list')
)
union all
select json_build_object('resourceId', r.resource_id, 'names', r.descriptors)::text
from resource r
where r.resource_id in (
  select o.to_resource_id
  from resource_relation o
  where o.tile_id in (select t.tile_id from shown_tile t)
)
