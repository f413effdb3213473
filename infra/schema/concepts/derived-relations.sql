-- Derives relations from the stated ones, for the whole thesaurus. A concept that is in a scheme and has no broader concept is a top
-- concept of the scheme (hasTopConcept). A concept below a scheme is in it (inScheme, from the scheme to the concept). Derived relations
-- that no longer follow from stated ones are deleted. Returns the number of rows written.
create function derive_concept_relations() returns bigint
language sql
begin atomic
  with recursive stated as materialized (
    select r.from_concept_id, r.relation_type, r.to_concept_id
    from concept_relation r
    where r.is_stated
      or r.is_inverse_stated
  ),
  narrower_link as materialized (
    select s.from_concept_id, s.to_concept_id
    from stated s
    where s.relation_type in ('narrower', 'narrowerTransitive', 'broader', 'broaderTransitive')
  ),
  top_concept as materialized (
    select s.from_concept_id, s.to_concept_id
    from stated s
    where s.relation_type = 'hasTopConcept'
    union
    select s.from_concept_id, s.to_concept_id
    from stated s
    join concept c on c.concept_id = s.to_concept_id
    where s.relation_type = 'inScheme'
      and c.node_type = 'Concept'
      and not exists (
        select
        from stated above
        where above.to_concept_id = s.to_concept_id
          and above.relation_type in (
            'narrower', 'narrowerTransitive', 'broader', 'broaderTransitive', 'hasTopConcept'
          )
      )
  ),
  reached (scheme_id, concept_id) as (
    select t.from_concept_id, t.to_concept_id
    from top_concept t
    join concept c on c.concept_id = t.from_concept_id
    where c.node_type = 'ConceptScheme'
    union
    select r.scheme_id, b.to_concept_id
    from reached r
    join narrower_link b on b.from_concept_id = r.concept_id
  ),
  derived as materialized (
    select t.from_concept_id, 'hasTopConcept' as relation_type, t.to_concept_id
    from top_concept t
    union
    select r.scheme_id, 'inScheme', r.concept_id
    from reached r
    where r.scheme_id <> r.concept_id
  ),
  deleted as (
    delete from concept_relation r
    where not r.is_stated
      and not r.is_inverse_stated
      and r.position is null
      and not exists (
        select
        from derived d
        where d.from_concept_id = r.from_concept_id
          and d.relation_type = r.relation_type
          and d.to_concept_id = r.to_concept_id
      )
    returning 1
  ),
  inserted as (
    insert into concept_relation (from_concept_id, relation_type, to_concept_id, is_stated)
    select d.from_concept_id, d.relation_type, d.to_concept_id, false
    from derived d
    on conflict (from_concept_id, relation_type, to_concept_id) do nothing
    returning 1
  )
  select (select count(*) from deleted) + (select count(*) from inserted);
end;
