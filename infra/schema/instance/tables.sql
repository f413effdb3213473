-- Values of this instance, such as whether the sample was loaded.
create table setting (
  name text primary key,
  value text not null
);

-- The last change of each subject, for the header Last-Modified: models, thesaurus, permissions and names. It is the time at the end of a
-- transaction: an earlier one could be older than a time already sent.
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

-- Locks with names, one row each. Advisory locks are no alternative: any login, such as a reader of spatial views, could hold them and
-- block writers. Only roles that may write this table can lock its rows.
create table named_lock (
  name text collate "C" primary key
);

-- Other rows are added for unique constraints of models.
insert into named_lock (name)
values ('thesaurus');
