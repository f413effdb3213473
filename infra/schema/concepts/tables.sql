-- The thesaurus: concepts, their labels and notes, and their relations. Stated relations are those that imported SKOS files
-- contain, so that an export can write the same again. Derived relations complete the hierarchy.

create table concept (
  concept_id uuid primary key,
  node_type text not null check (node_type in ('Concept', 'ConceptScheme', 'Collection')),
  legacy_id text,
  -- False if files only mention the concept, for example as the target of a mapping.
  is_stated boolean not null default true,
  -- Whether the members of a collection have an order (skos:OrderedCollection).
  is_ordered boolean not null default false
);

create index concept_legacy on concept using hash (legacy_id) where legacy_id is not null;

-- Few concepts are schemes or collections.
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

-- Tiles store value ids, so the id of a value never changes.
create table concept_value (
  value_id uuid primary key,
  concept_id uuid not null references concept on delete cascade deferrable initially deferred,
  value_type text not null,
  language_id text,
  value text not null,
  -- The property, if the value type does not determine it: a title, or a property of another vocabulary.
  predicate text,
  -- The datatype of the literal; rdfs:Resource if the value is the IRI of something other than a concept.
  datatype text,
  -- For label types (category "label" of value_type); a generated column cannot look them up.
  folded text collate "C"
    generated always as (
      case when value_type in ('prefLabel', 'altLabel', 'hiddenLabel', 'title') then folded_label(value) end
    ) stored,
  -- For labels in which a word has an apostrophe.
  joined text collate "C"
    generated always as (
      case when value_type in ('prefLabel', 'altLabel', 'hiddenLabel', 'title') then joined_label(value) end
    ) stored
);

create index concept_value_concept on concept_value (concept_id);

-- Documents can refer to a concept by an external identifier. It is a hash index, because identifiers have no maximum length.
create index concept_value_identifier on concept_value using hash (value) where value_type = 'identifier';

-- For finding labels that begin with the search text, in order.
create index concept_value_folded on concept_value (folded) where folded is not null;

-- For finding labels with a word that begins with the search text, and similar labels.
create index concept_value_folded_words on concept_value using gin (folded gin_trgm_ops) where folded is not null;

create index concept_value_joined on concept_value (joined) where joined is not null;

create index concept_value_joined_words on concept_value using gin (joined gin_trgm_ops) where joined is not null;

-- from_concept_id is the broader concept. The type is the second column of the key, so that finding narrower concepts does not read the
-- members of a large collection.
create table concept_relation (
  from_concept_id uuid not null references concept on delete cascade deferrable initially deferred,
  to_concept_id uuid not null references concept on delete cascade deferrable initially deferred,
  relation_type text not null,
  -- Whether a file states the relation, and whether a file states its inverse (broader, broaderTransitive, topConceptOf, inScheme). If both
  -- are false, it is a list membership of a collection, or derived: see derive_concept_relations.
  is_stated boolean not null default true,
  is_inverse_stated boolean not null default false,
  -- The position of a member in an ordered collection, from 0.
  position integer,
  primary key (from_concept_id, relation_type, to_concept_id)
);

-- For finding parents and related concepts.
create index concept_relation_to on concept_relation (to_concept_id, relation_type);

-- For the relations that a document about a concept follows: each direction is an index-only scan.
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
