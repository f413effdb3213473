-- Whoever changes what rights depend on waits here for whoever does so already, before anything else is locked: what is compiled then is
-- compiled from all that was committed, and nobody waits in a circle. Changes of groups wait in spatial-views/lock-with-writers.sql.
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

create trigger account_locks_rights
  before insert or update of is_active, is_administrator or delete on account
  for each statement execute function lock_rights();

create trigger member_locks_rights
  before insert or update or delete on group_member
  for each statement execute function lock_rights();

create trigger nodegroup_grant_locks_rights
  before insert or update or delete on nodegroup_grant
  for each statement execute function lock_rights();

create trigger nodegroup_locks_rights
  before insert or update or delete on nodegroup
  for each statement execute function lock_rights();

-- Whether a resource instance that is about to be deleted has grants of its own. These go with it, so the lock of rights is taken before theirs: as
-- whoever deletes one of their groups does. Volatile, so that it sees what was granted while the lock of the resource instance was waited for: nothing
-- can be granted from then on.
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

-- Of new accounts, and of those that join or leave a group.
create function rights_follow_account() returns trigger
language plpgsql
as $$
begin
  perform assign_rights(array(select distinct c.account_id from changed c));
  return null;
end
$$;

create trigger rights_of_new_account
  after insert on account
  referencing new table as changed
  for each statement execute function rights_follow_account();

create trigger rights_of_new_member
  after insert on group_member
  referencing new table as changed
  for each statement execute function rights_follow_account();

-- Memberships and grants that move from one principal to another count for both.
create trigger rights_of_member
  after update on group_member
  referencing new table as changed
  for each statement execute function rights_follow_account();

create trigger rights_of_former_member
  after update on group_member
  referencing old table as changed
  for each statement execute function rights_follow_account();

create trigger rights_of_gone_member
  after delete on group_member
  referencing old table as changed
  for each statement execute function rights_follow_account();

-- A group that becomes Guest, or is it no longer, changes whose rights the anonymous caller has.
create function rights_follow_group() returns trigger
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

create trigger rights_of_new_group
  after insert on account_group
  referencing new table as changed
  for each statement execute function rights_follow_group();

create trigger rights_of_group
  after update on account_group
  referencing old table as former new table as changed
  for each statement execute function rights_follow_group();

create trigger rights_of_gone_group
  after delete on account_group
  referencing old table as changed
  for each statement execute function rights_follow_group();

create function rights_follow_grant() returns trigger
language plpgsql
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

create trigger rights_of_new_grant
  after insert on nodegroup_grant
  referencing new table as changed
  for each statement execute function rights_follow_grant();

create trigger rights_of_grant
  after update on nodegroup_grant
  referencing new table as changed
  for each statement execute function rights_follow_grant();

create trigger rights_of_former_grant
  after update on nodegroup_grant
  referencing old table as changed
  for each statement execute function rights_follow_grant();

create trigger rights_of_gone_grant
  after delete on nodegroup_grant
  referencing old table as changed
  for each statement execute function rights_follow_grant();

create function rights_follow_nodegroup() returns trigger
language plpgsql
as $$
begin
  perform compile_rights(array(select r.rights_id from rights r));
  return null;
end
$$;

create trigger rights_of_nodegroup
  after insert or update or delete on nodegroup
  for each statement execute function rights_follow_nodegroup();
