-- The resource instance $1 and its tiles as in resource.sql, with the concept values in its tiles, and the resource instances to which the
-- tiles refer.
with shown_tile as materialized (
  select t.*, n.depth, n.model_position
  from tile t
  join nodegroup n on n.nodegroup_id = t.nodegroup_id
  where t.resource_id = $1::uuid
    and not n.is_hidden
)
select json_build_object('id', r.resource_id, 'graph', r.graph_id, 'version', r.version, 'descriptors', r.descriptors)::text
from resource r
where r.resource_id = $1::uuid
union all
(
  select json_build_object(
    'tileid', t.tile_id,
    'data', t.data,
    'nodegroup_id', t.nodegroup_id,
    'parenttile_id', t.parent_tile_id,
    'provisionaledits', t.provisional_edits,
    'resourceinstance_id', t.resource_id,
    'sortorder', t.sort_order
  )::text
  from shown_tile t
  order by t.depth, t.model_position, coalesce(t.sort_order, 0), t.position, t.tile_id
)
union all
select json_build_object(
  'valueId', v.value_id,
  'conceptId', v.concept_id,
  'text', v.value,
  'language', v.language_id,
  'labels', (
    select json_object_agg(l.language_id, l.value)
    from concept_value l
    where l.concept_id = v.concept_id
      and l.value_type = 'prefLabel'
  ),
  'identifiers', (
    select json_agg(i.value)
    from concept_value i
    where i.concept_id = v.concept_id
      and i.value_type = 'identifier'
  )
)::text
from concept_value v
where v.value_id in (
  select found.id[1]::uuid
  from shown_tile t
  cross join lateral regexp_matches(t.data::text, '"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"(?!:)', 'g') found (id)
)
union all
select json_build_object('resourceId', r.resource_id, 'graphId', r.graph_id, 'names', r.descriptors)::text
from resource_relation o
join resource r on r.resource_id = o.to_resource_id
where o.tile_id in (select t.tile_id from shown_tile t)
