-- The statements of the last run of "hds migrate", and those of the run before.
create table kept_statement (
  name text primary key,
  is_current boolean not null
);
