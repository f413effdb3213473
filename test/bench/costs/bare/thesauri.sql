-- The first $1 schemes and collections by label, each with its number of concepts.
select json_build_object(
  'id', c.concept_id,
  'nodeType', c.node_type,
  'legacyId', c.legacy_id,
  'labels', l.labels,
  'conceptCount', (
    select count(*)
    from concept_relation r
    where r.from_concept_id = c.concept_id
      and r.relation_type = case c.node_type when 'Collection' then 'member' else 'inScheme' end
  )
)::text
from concept c
cross join lateral (
  select json_agg(json_build_array(v.value_id, v.value_type, v.language_id, v.value)) as labels, min(v.folded) as first_label
  from concept_value v
  where v.concept_id = c.concept_id
    and v.folded is not null
) l
where c.node_type <> 'Concept'
order by l.first_label
limit $1::int
