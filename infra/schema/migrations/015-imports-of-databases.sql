-- Imports of the database of another platform.
create table database_import (
  source text primary key,
  began_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  allows_writes boolean not null default false
);
