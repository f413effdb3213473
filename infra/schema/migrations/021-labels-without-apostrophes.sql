-- A form of labels by which they are searched, too. Its function is defined later in the run, and the forms are computed in batches after it:
-- until then, labels are found by the other form.
create function joined_label(label text) returns text
language sql immutable strict parallel safe
return null;

alter table concept_value
  add column joined text collate "C"
  generated always as (
    case when value_type in ('prefLabel', 'altLabel', 'hiddenLabel', 'title') then joined_label(value) end
  ) stored;

create index concept_value_joined on concept_value (joined) where joined is not null;

create index concept_value_joined_words on concept_value using gin (joined gin_trgm_ops) where joined is not null;
