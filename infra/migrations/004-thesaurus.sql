-- The thesaurus: concepts, their labels and notes, and how they relate.

create table concept (
  concept_id uuid primary key,
  node_type text not null check (node_type in ('Concept', 'ConceptScheme', 'Collection')),
  legacy_id text
);

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
  value text not null
);

create index concept_value_concept on concept_value (concept_id);

-- from is the broader side. The key leads from a concept by type: a collection of many members is not searched for
-- narrower concepts.
create table concept_relation (
  from_concept_id uuid not null references concept on delete cascade deferrable initially deferred,
  to_concept_id uuid not null references concept on delete cascade deferrable initially deferred,
  relation_type text not null,
  primary key (from_concept_id, relation_type, to_concept_id)
);

-- Parents and related concepts are found from the other side.
create index concept_relation_to on concept_relation (to_concept_id, relation_type);
