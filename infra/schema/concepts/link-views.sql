-- The hierarchical relations that documents about concepts follow, from broader to narrower.
create view hierarchy_link as
select r.from_concept_id, r.to_concept_id, r.relation_type
from concept_relation r
where r.relation_type in ('narrower', 'narrowerTransitive', 'broader', 'broaderTransitive', 'hasTopConcept');

-- The associative relations that documents about concepts follow, once from each end. is_inverse: the relation leads from related_id to
-- concept_id.
create view related_link as
select r.from_concept_id as concept_id, r.to_concept_id as related_id, r.relation_type, false as is_inverse
from concept_relation r
where r.relation_type in (
    'related', 'closeMatch', 'exactMatch', 'broadMatch', 'narrowMatch', 'relatedMatch', 'mappingRelation', 'inverseOf'
  )
union all
select r.to_concept_id, r.from_concept_id, r.relation_type, true
from concept_relation r
where r.relation_type in (
    'related', 'closeMatch', 'exactMatch', 'broadMatch', 'narrowMatch', 'relatedMatch', 'mappingRelation', 'inverseOf'
  );
