-- When what many answers depend on was changed last, for the header Last-Modified: the thesaurus, and who may do what.

create table last_change (
  subject text primary key check (subject in ('thesaurus', 'permission')),
  changed_at timestamptz not null
);

insert into last_change (subject, changed_at)
values
  ('thesaurus', clock_timestamp()),
  ('permission', clock_timestamp());

create function note_change() returns trigger
language plpgsql
as $$
begin
  update last_change
  set changed_at = clock_timestamp()
  where subject = tg_argv[0];
  return null;
end
$$;

create trigger thesaurus_change_of_concept
  after insert or update or delete on concept
  for each statement execute function note_change('thesaurus');

create trigger thesaurus_change_of_value
  after insert or update or delete on concept_value
  for each statement execute function note_change('thesaurus');

create trigger permission_change_of_nodegroup_grant
  after insert or update or delete on nodegroup_grant
  for each statement execute function note_change('permission');

create trigger permission_change_of_resource_grant
  after insert or update or delete on resource_grant
  for each statement execute function note_change('permission');

create trigger permission_change_of_group
  after insert or update or delete on account_group
  for each statement execute function note_change('permission');

create trigger permission_change_of_member
  after insert or update or delete on group_member
  for each statement execute function note_change('permission');

-- Signing in changes an account too, but nothing of what it may do.
create trigger permission_change_of_account
  after update of is_active, is_administrator on account
  for each statement execute function note_change('permission');
