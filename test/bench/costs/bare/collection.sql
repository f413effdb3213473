-- The collection $1, then its first $2 members and the members of these, by position and label. Each has its labels.
with recursive member as (
  select r.to_concept_id as concept_id, r.position
  from concept_relation r
  where r.from_concept_id = $1::uuid
    and r.relation_type = 'member'
  union
  select r.to_concept_id, r.position
  from member m
  join concept_relation r on r.from_concept_id = m.concept_id
  where r.relation_type = 'member'
)
select json_build_object(
  'id', c.concept_id,
  'nodeType', c.node_type,
  'legacyId', c.legacy_id,
  'labels', l.labels
)::text
from (select $1::uuid as concept_id, -1 as position union all table member) m
join concept c on c.concept_id = m.concept_id
cross join lateral (
  select json_agg(json_build_array(v.value_id, v.value_type, v.language_id, v.value)) as labels, min(v.folded) as first_label
  from concept_value v
  where v.concept_id = c.concept_id
    and v.folded is not null
) l
order by m.position, l.first_label
limit $2::int + 1
