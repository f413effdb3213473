-- Takes the lock of rights before any other lock, so that changes of permissions run one after the other: rights are compiled from
-- everything committed before, and transactions do not deadlock. Changes of groups take this lock in
-- spatial-views/writer-lock-triggers.sql.
create function lock_rights() returns trigger
language plpgsql
as $$
begin
  perform
  from last_change c
  where c.subject = 'permission'
  for no key update;
  return null;
end
$$;

create trigger lock_rights
  before insert or update of is_active, is_administrator or delete on account
  for each statement execute function lock_rights();

create trigger lock_rights
  before insert or update or delete on group_member
  for each statement execute function lock_rights();

create trigger lock_rights
  before insert or update or delete on nodegroup_grant
  for each statement execute function lock_rights();

create trigger lock_rights
  before insert or update or delete on nodegroup
  for each statement execute function lock_rights();

-- Whether a resource instance that is about to be deleted has its own grants. The deletion removes them, so it takes the lock of rights
-- first, in the same order as the deletion of a group. It is volatile, so that it sees grants that were committed while it waited for
-- the lock of the resource instance. After that, no grant can be added.
create function has_own_grants(asked uuid) returns boolean
language plpgsql volatile
as $$
begin
  if not exists (select from resource_grant g where g.resource_id = asked) then
    return false;
  end if;
  perform
  from last_change c
  where c.subject = 'permission'
  for no key update;
  return true;
end
$$;

-- Refreshes the rights of new accounts, and of accounts that join or leave a group.
create function refresh_rights_of_accounts() returns trigger
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform assign_rights(array(select distinct c.account_id from changed c));
  return null;
end
$$;

create trigger refresh_rights_after_insert
  after insert on account
  referencing new table as changed
  for each statement execute function refresh_rights_of_accounts();

create trigger refresh_rights_after_insert
  after insert on group_member
  referencing new table as changed
  for each statement execute function refresh_rights_of_accounts();

-- Moving a membership or grant to another principal affects the rights of both.
create trigger refresh_rights_after_update
  after update on group_member
  referencing new table as changed
  for each statement execute function refresh_rights_of_accounts();

create trigger refresh_former_rights_after_update
  after update on group_member
  referencing old table as changed
  for each statement execute function refresh_rights_of_accounts();

create trigger refresh_rights_after_delete
  after delete on group_member
  referencing old table as changed
  for each statement execute function refresh_rights_of_accounts();

-- Refreshes rights after changes of groups. Renaming a group from or to Guest changes the rights of the anonymous caller.
create function refresh_rights_of_groups() returns trigger
language plpgsql
as $$
declare
  is_guest boolean = exists (select from changed c where c.name = 'Guest');
begin
  if tg_op = 'UPDATE' then
    is_guest = is_guest or exists (select from former f where f.name = 'Guest');
  end if;
  perform assign_rights('{}');
  perform compile_rights_of_groups(array(select c.account_group_id from changed c), is_guest);
  return null;
end
$$;

create trigger refresh_rights_after_insert
  after insert on account_group
  referencing new table as changed
  for each statement execute function refresh_rights_of_groups();

create trigger refresh_rights_after_update
  after update on account_group
  referencing old table as former new table as changed
  for each statement execute function refresh_rights_of_groups();

create trigger refresh_rights_after_delete
  after delete on account_group
  referencing old table as changed
  for each statement execute function refresh_rights_of_groups();

-- @rule Permissions: When are rights compiled again?
create function refresh_rights_of_grantees() returns trigger
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
as $$
declare
  accounts integer[] = array(select distinct c.account_id from changed c where c.account_id is not null);
  groups integer[] = array(select distinct c.account_group_id from changed c where c.account_group_id is not null);
begin
  if accounts <> '{}' then
    perform assign_rights(accounts);
    perform compile_rights(array(select r.rights_id from rights r where r.account_id = any (accounts)));
  end if;
  perform compile_rights_of_groups(groups, groups && guest_groups());
  return null;
end
$$;

create trigger refresh_rights_after_insert
  after insert on nodegroup_grant
  referencing new table as changed
  for each statement execute function refresh_rights_of_grantees();

create trigger refresh_rights_after_update
  after update on nodegroup_grant
  referencing new table as changed
  for each statement execute function refresh_rights_of_grantees();

create trigger refresh_former_rights_after_update
  after update on nodegroup_grant
  referencing old table as changed
  for each statement execute function refresh_rights_of_grantees();

create trigger refresh_rights_after_delete
  after delete on nodegroup_grant
  referencing old table as changed
  for each statement execute function refresh_rights_of_grantees();

create function refresh_all_rights() returns trigger
language plpgsql
as $$
begin
  perform compile_rights(array(select r.rights_id from rights r));
  return null;
end
$$;

create trigger refresh_all_rights
  after insert or update or delete on nodegroup
  for each statement execute function refresh_all_rights();
