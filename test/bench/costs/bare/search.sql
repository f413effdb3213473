-- The first $2 concepts with a label that begins with $1, each with all its labels.
select json_build_object(
  'id', c.concept_id,
  'nodeType', c.node_type,
  'legacyId', c.legacy_id,
  'labels', (
    select json_agg(json_build_array(v.value_id, v.value_type, v.language_id, v.value))
    from concept_value v
    where v.concept_id = c.concept_id
      and v.folded is not null
  )
)::text
from (
  select v.concept_id, min(v.folded) as first_label
  from concept_value v
  where v.folded >= $1::text
    and v.folded < $1::text || U&'\+10FFFF'
  group by v.concept_id
  order by first_label, v.concept_id
  limit $2::int
) found
join concept c on c.concept_id = found.concept_id
order by found.first_label, found.concept_id
