-- By row, because a statement that changes none, such as that of an import of what is there already, is no change.
create function note_change() returns trigger
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

create function settle_change() returns trigger
language plpgsql
as $$
begin
  update last_change
  set changed_at = clock_timestamp(), is_pending = false
  where subject = new.subject;
  return null;
end
$$;

create constraint trigger change_at_the_end
  after update on last_change
  deferrable initially deferred
  for each row
  when (new.is_pending)
  execute function settle_change();

create trigger model_change
  after insert or update or delete on publication
  for each row execute function note_change('model');

create trigger thesaurus_change_of_concept
  after insert or update or delete on concept
  for each row execute function note_change('thesaurus');

create trigger thesaurus_change_of_value
  after insert or update or delete on concept_value
  for each row execute function note_change('thesaurus');

create trigger permission_change_of_nodegroup_grant
  after insert or update or delete on nodegroup_grant
  for each row execute function note_change('permission');

create trigger permission_change_of_resource_grant
  after insert or update or delete on resource_grant
  for each row execute function note_change('permission');

create trigger permission_change_of_group
  after insert or update or delete on account_group
  for each row execute function note_change('permission');

create trigger permission_change_of_member
  after insert or update or delete on group_member
  for each row execute function note_change('permission');

-- Signing in changes an account too, but nothing of what it may do.
create trigger permission_change_of_account
  after update of is_active, is_administrator on account
  for each row execute function note_change('permission');

-- Documents about concepts show their relations, too.
create trigger thesaurus_change_of_relation
  after insert or update or delete on concept_relation
  for each row execute function note_change('thesaurus');
