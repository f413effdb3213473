-- What the instance remembers of itself, such as whether the sample was loaded.
create table setting (
  name text primary key,
  value text not null
);

-- When what many answers depend on was changed last, for the header Last-Modified: the models, the thesaurus, who may do what, and names.
-- The time is that of the end of a transaction: a time of its middle could be older than what others have been told since.
create table last_change (
  subject text primary key check (subject in ('model', 'thesaurus', 'permission', 'names')),
  changed_at timestamptz not null default clock_timestamp(),
  -- Within a transaction only: something changed, and the time is still to be taken.
  is_pending boolean not null default false
);

insert into last_change (subject)
values
  ('model'),
  ('thesaurus'),
  ('permission'),
  ('names');

-- What is locked by name, each in a row. Advisory locks are anybody's who logs in: a reader of spatial views could hold them, and writers
-- would wait. The rows of this table are locked by those alone who may write it.
create table named_lock (
  name text collate "C" primary key
);

-- The others are those of unique constraints, which models bring.
insert into named_lock (name)
values ('thesaurus');
