-- The concept $1 and the concepts below it, each with all its values and relations.
with recursive below as (
  select $1::uuid as concept_id
  union
  select r.to_concept_id
  from below b
  join concept_relation r on r.from_concept_id = b.concept_id
  where r.relation_type in ('narrower', 'hasTopConcept')
)
select json_build_object(
  'id', c.concept_id,
  'nodeType', c.node_type,
  'legacyId', c.legacy_id,
  'values', (
    select json_agg(json_build_array(v.value_id, v.value_type, v.language_id, v.value))
    from concept_value v
    where v.concept_id = c.concept_id
  ),
  'relations', (
    select json_agg(json_build_array(r.relation_type, r.to_concept_id))
    from concept_relation r
    where r.from_concept_id = c.concept_id
  )
)::text
from below b
join concept c on c.concept_id = b.concept_id
