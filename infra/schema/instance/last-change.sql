-- Marks a subject as changed. The triggers run for each row, so that a statement that changes no rows, such as a repeated import, does not
-- count.
create function mark_subject_changed() returns trigger
language plpgsql
as $$
begin
  update last_change
  set is_pending = true
  where subject = tg_argv[0]
    and not is_pending;
  return null;
end
$$;

create function set_change_time() returns trigger
language plpgsql
as $$
begin
  update last_change
  set changed_at = clock_timestamp(), is_pending = false
  where subject = new.subject;
  return null;
end
$$;

create constraint trigger set_change_time_at_commit
  after update on last_change
  deferrable initially deferred
  for each row
  when (new.is_pending)
  execute function set_change_time();

create trigger mark_model_changed
  after insert or update or delete on publication
  for each row execute function mark_subject_changed('model');

create trigger mark_thesaurus_changed
  after insert or update or delete on concept
  for each row execute function mark_subject_changed('thesaurus');

create trigger mark_thesaurus_changed
  after insert or update or delete on concept_value
  for each row execute function mark_subject_changed('thesaurus');

create trigger mark_permission_changed
  after insert or update or delete on nodegroup_grant
  for each row execute function mark_subject_changed('permission');

create trigger mark_permission_changed
  after insert or update or delete on resource_grant
  for each row execute function mark_subject_changed('permission');

create trigger mark_permission_changed
  after insert or update or delete on account_group
  for each row execute function mark_subject_changed('permission');

create trigger mark_permission_changed
  after insert or update or delete on group_member
  for each row execute function mark_subject_changed('permission');

-- A sign-in updates the account too, but none of its permissions.
create trigger mark_permission_changed
  after update of is_active, is_administrator on account
  for each row execute function mark_subject_changed('permission');

-- Documents about concepts also show relations.
create trigger mark_thesaurus_changed
  after insert or update or delete on concept_relation
  for each row execute function mark_subject_changed('thesaurus');
