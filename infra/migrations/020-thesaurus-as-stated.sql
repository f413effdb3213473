-- What a file of SKOS says, so that an export says the same; and what follows from it, so that every concept has its place.

-- A concept that others only point at, such as the end of a mapping, has not said what it is.
alter table concept
  add column is_stated boolean not null default true,
  -- Whether a collection keeps its members in order (skos:OrderedCollection).
  add column is_ordered boolean not null default false;

-- Nobody kept who said what so far. Of what has no label and no note it is most likely that others only point at it; the next import
-- of a file that says what it is corrects it.
update concept c
set is_stated = false
where c.node_type = 'Concept'
  and not exists (
    select
    from concept_value v
    where v.concept_id = c.concept_id
  );

alter table concept_value
  -- The property, where the type of the value does not tell it: a title, or a property of another vocabulary.
  add column predicate text,
  -- The datatype of the literal, where it has one; rdfs:Resource where the value is the IRI of something that is no concept.
  add column datatype text;

alter table concept_relation
  -- Whether a file says it, and whether a file says its inverse (broader, broaderTransitive, topConceptOf, inScheme). Where neither is
  -- said, the relation is that of a member in the list of its collection, or follows from others: see derive_concept_relations.
  add column is_stated boolean not null default true,
  add column is_inverse_stated boolean not null default false,
  -- The place of a member in its collection, from 0, where the collection keeps them in order.
  add column position integer;

-- What follows from the relations that are stated, for the whole thesaurus:
-- - a concept that is in a scheme, and below nothing, is one of its top concepts (hasTopConcept);
-- - a concept below a scheme is in it (inScheme, from the scheme to the concept).
-- What no longer follows is taken away. Returns how many rows were written.
create function derive_concept_relations() returns bigint
language sql
begin atomic
  with recursive stated as materialized (
    select r.from_concept_id, r.relation_type, r.to_concept_id
    from concept_relation r
    where r.is_stated
      or r.is_inverse_stated
  ),
  below as materialized (
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
    join below b on b.from_concept_id = r.concept_id
  ),
  wanted as materialized (
    select t.from_concept_id, 'hasTopConcept' as relation_type, t.to_concept_id
    from top_concept t
    union
    select r.scheme_id, 'inScheme', r.concept_id
    from reached r
    where r.scheme_id <> r.concept_id
  ),
  gone as (
    delete from concept_relation r
    where not r.is_stated
      and not r.is_inverse_stated
      and r.position is null
      and not exists (
        select
        from wanted w
        where w.from_concept_id = r.from_concept_id
          and w.relation_type = r.relation_type
          and w.to_concept_id = r.to_concept_id
      )
    returning 1
  ),
  come as (
    insert into concept_relation (from_concept_id, relation_type, to_concept_id, is_stated)
    select w.from_concept_id, w.relation_type, w.to_concept_id, false
    from wanted w
    on conflict (from_concept_id, relation_type, to_concept_id) do nothing
    returning 1
  )
  select (select count(*) from gone) + (select count(*) from come);
end;

-- The schemes and collections of the thesaurus are few among its concepts.
create index concept_node_type on concept (node_type, concept_id) where node_type <> 'Concept';

-- Documents about concepts show their relations, too.
create trigger thesaurus_change_of_relation
  after insert or update or delete on concept_relation
  for each row execute function note_change('thesaurus');

select derive_concept_relations();
