-- What cards say about nodes. Both are computed from the sources of models after the migration.
alter table node add column is_searchable boolean not null default true;

alter table node add column widget jsonb;
