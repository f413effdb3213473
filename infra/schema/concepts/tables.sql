-- The thesaurus: concepts, their labels and notes, and how they relate: what a file of SKOS says, so that an export says the same, and what
-- follows from it, so that every concept has its place.

create table concept (
  concept_id uuid primary key,
  node_type text not null check (node_type in ('Concept', 'ConceptScheme', 'Collection')),
  legacy_id text,
  -- A concept that others only point at, such as the end of a mapping, has not said what it is.
  is_stated boolean not null default true,
  -- Whether a collection keeps its members in order (skos:OrderedCollection).
  is_ordered boolean not null default false
);

create index concept_legacy on concept using hash (legacy_id) where legacy_id is not null;

-- The schemes and collections of the thesaurus are few among its concepts.
create index concept_node_type on concept (node_type, concept_id) where node_type <> 'Concept';

create table value_type (
  value_type text primary key,
  category text not null
);

insert into value_type (value_type, category)
values
  ('prefLabel', 'label'),
  ('altLabel', 'label'),
  ('hiddenLabel', 'label'),
  ('title', 'label'),
  ('scopeNote', 'note'),
  ('definition', 'note'),
  ('example', 'note'),
  ('historyNote', 'note'),
  ('editorialNote', 'note'),
  ('changeNote', 'note'),
  ('note', 'note'),
  ('description', 'note'),
  ('notation', 'notation'),
  ('image', 'image'),
  ('identifier', 'identifiers'),
  ('collector', 'undefined'),
  ('sortorder', 'undefined'),
  ('min_year', 'undefined'),
  ('max_year', 'undefined');

-- Tiles hold value ids, so a value keeps its id for ever.
create table concept_value (
  value_id uuid primary key,
  concept_id uuid not null references concept on delete cascade deferrable initially deferred,
  value_type text not null,
  language_id text,
  value text not null,
  -- The property, where the type of the value does not tell it: a title, or a property of another vocabulary.
  predicate text,
  -- The datatype of the literal, where it has one; rdfs:Resource where the value is the IRI of something that is no concept.
  datatype text,
  -- Types that are labels (category "label" of value_type); a generated column cannot look them up.
  folded text collate "C"
    generated always as (
      case when value_type in ('prefLabel', 'altLabel', 'hiddenLabel', 'title') then folded_label(value) end
    ) stored
);

create index concept_value_concept on concept_value (concept_id);

-- A document names a concept by an identifier that it has elsewhere. By hash, because an identifier may be of any length.
create index concept_value_identifier on concept_value using hash (value) where value_type = 'identifier';

-- Labels that begin with what was typed, and what they are ordered by.
create index concept_value_folded on concept_value (folded) where folded is not null;

-- Labels with a word that begins with it, and labels like it.
create index concept_value_folded_words on concept_value using gin (folded gin_trgm_ops) where folded is not null;

-- from is the broader side. The key leads from a concept by type: a collection of many members is not searched for
-- narrower concepts.
create table concept_relation (
  from_concept_id uuid not null references concept on delete cascade deferrable initially deferred,
  to_concept_id uuid not null references concept on delete cascade deferrable initially deferred,
  relation_type text not null,
  -- Whether a file says it, and whether a file says its inverse (broader, broaderTransitive, topConceptOf, inScheme). Where neither is
  -- said, the relation is that of a member in the list of its collection, or follows from others: see derive_concept_relations.
  is_stated boolean not null default true,
  is_inverse_stated boolean not null default false,
  -- The place of a member in its collection, from 0, where the collection keeps them in order.
  position integer,
  primary key (from_concept_id, relation_type, to_concept_id)
);

-- Parents and related concepts are found from the other side.
create index concept_relation_to on concept_relation (to_concept_id, relation_type);

-- The relations that a document about a concept follows, each way read from the index alone.
create index concept_relation_down on concept_relation (from_concept_id) include (to_concept_id, relation_type)
  where relation_type in ('narrower', 'narrowerTransitive', 'broader', 'broaderTransitive', 'hasTopConcept');

create index concept_relation_up on concept_relation (to_concept_id) include (from_concept_id, relation_type)
  where relation_type in ('narrower', 'narrowerTransitive', 'broader', 'broaderTransitive', 'hasTopConcept');

create index concept_relation_beside on concept_relation (from_concept_id) include (to_concept_id, relation_type)
  where relation_type in (
    'related', 'closeMatch', 'exactMatch', 'broadMatch', 'narrowMatch', 'relatedMatch', 'mappingRelation', 'inverseOf'
  );

create index concept_relation_beside_inverse on concept_relation (to_concept_id) include (from_concept_id, relation_type)
  where relation_type in (
    'related', 'closeMatch', 'exactMatch', 'broadMatch', 'narrowMatch', 'relatedMatch', 'mappingRelation', 'inverseOf'
  );
