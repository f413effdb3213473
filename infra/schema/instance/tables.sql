-- Values of this instance, such as whether the sample was loaded.
create table setting (
  name text primary key,
  value text not null
);

-- Models are layers from the beginning (features/layers.sql). A database that was created before has no such row.
insert into setting (name, value)
values ('model_collections', 'on');

-- The last change of each subject (models, thesaurus, permissions, names), for the header Last-Modified. The time is set at the end of a
-- transaction, because a time from its beginning could be before one that clients have already received.
create table last_change (
  subject text primary key check (subject in ('model', 'thesaurus', 'permission', 'names')),
  changed_at timestamptz not null default clock_timestamp(),
  -- Within a transaction only: the subject has changed, and changed_at is set at commit.
  is_pending boolean not null default false
);

insert into last_change (subject)
values
  ('model'),
  ('thesaurus'),
  ('permission'),
  ('names');

-- Locks with names, one row each. Only roles with the right to write this table can lock its rows. Advisory locks would not do: every
-- login, such as a reader of spatial views, could hold them and block writers.
create table named_lock (
  name text collate "C" primary key
);

-- Other rows are added for unique constraints of models.
insert into named_lock (name)
values ('thesaurus');

-- Imports of the database of another platform, which are repeated until its users switch to this service.
create table database_import (
  -- Identifies the other database. It stays the same when that database is restored on another server.
  source text primary key,
  began_at timestamptz not null default clock_timestamp(),
  -- Null until the switch.
  finished_at timestamptz,
  -- Whether callers may change data before the switch.
  allows_writes boolean not null default false
);
