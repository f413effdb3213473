-- The examples for the requests of the bench, such as a resource instance with about ten tiles, and the one with the most tiles.
with tile_count as (
  select t.resource_id, count(*) as tiles
  from tile t
  group by t.resource_id
),
usual as (
  select c.resource_id, r.graph_id
  from tile_count c
  join resource r on r.resource_id = c.resource_id
  where exists (select from feature f where f.resource_id = c.resource_id)
    and not exists (select from resource_relation o where o.to_resource_id = c.resource_id)
  order by abs(c.tiles - 10), c.resource_id
  limit 1
),
text_value as (
  select t.tile_id, t.nodegroup_id, n.node_id
  from usual u
  join tile t on t.resource_id = u.resource_id
  join node n on n.nodegroup_id = t.nodegroup_id
  where n.datatype = 'string'
    and jsonb_typeof(t.data -> n.node_id::text) in ('string', 'object')
  order by t.tile_id, n.node_id
  limit 1
),
repeated_tile as (
  select t.*
  from tile t
  join nodegroup g on g.nodegroup_id = t.nodegroup_id
  where g.cardinality = 'n'
    and t.parent_tile_id is null
    and not g.is_hidden
  order by t.tile_id
  limit 1
),
graph_size as (
  select r.graph_id, count(*) as resources
  from resource r
  group by r.graph_id
  order by 2 desc
  limit 1
),
size as (
  select count(*) as resources
  from resource
),
deep as (
  select
    greatest(1, least(100, s.resources / 601)) as page_size,
    least(600, s.resources - 1) as page,
    greatest(1, least(100, g.resources / 601)) as page_size_of_graph,
    least(600, g.resources - 1) as page_of_graph
  from size s
  cross join graph_size g
),
parent as (
  select r.from_concept_id
  from concept_relation r
  where r.relation_type in ('narrower', 'hasTopConcept')
  group by r.from_concept_id
  order by abs(count(*) - 10), r.from_concept_id
  limit 1
),
collection as (
  select r.from_concept_id
  from concept_relation r
  join concept c on c.concept_id = r.from_concept_id
  where r.relation_type = 'member'
    and c.node_type = 'Collection'
  group by r.from_concept_id
  order by abs(count(*) - 20), r.from_concept_id
  limit 1
),
word as (
  select split_part(v.folded, ' ', 1) as word
  from concept_value v
  where v.folded is not null
  group by 1
  order by count(distinct v.concept_id) desc, 1
  limit 1
)
select json_build_object(
  'usual', u.resource_id,
  'usualGraph', u.graph_id,
  'large', (select c.resource_id from tile_count c order by c.tiles desc, c.resource_id limit 1),
  'tile', v.tile_id,
  'geometryTile', (
    select f.tile_id from feature f where f.resource_id = u.resource_id order by f.tile_id limit 1
  ),
  'nodegroup', v.nodegroup_id,
  'node', v.node_id,
  'repeatedTile', (
    select json_build_object(
      'nodegroup_id', t.nodegroup_id, 'resourceinstance_id', t.resource_id, 'data', t.data
    )
    from repeated_tile t
  ),
  'graph', g.graph_id,
  'nodegroups', (
    select string_agg(distinct t.nodegroup_id::text, ',')
    from tile t
    where t.resource_id = u.resource_id
  ),
  'deepPageSize', d.page_size,
  'deepPage', d.page,
  'deepPageSizeOfGraph', d.page_size_of_graph,
  'deepPageOfGraph', d.page_of_graph,
  'deepId', (
    select r.resource_id from resource r order by r.resource_id limit 1 offset d.page_size * (d.page - 1)
  ),
  'deepIdOfGraph', (
    select r.resource_id
    from resource r
    where r.graph_id = g.graph_id
    order by r.resource_id
    limit 1
    offset d.page_size_of_graph * (d.page_of_graph - 1)
  ),
  'concept', p.from_concept_id,
  'collection', c.from_concept_id,
  'word', w.word,
  'items', k.ordinal
)::text
from usual u
cross join text_value v
cross join graph_size g
cross join deep d
cross join parent p
cross join collection c
cross join word w
cross join activity_counter k
