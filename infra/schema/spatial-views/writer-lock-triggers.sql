-- Takes the lock of writers before any other lock, for writers of data that views show.
create function spatial_layer.lock_as_writer() returns trigger
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform spatial_layer.take_writer_lock();
  return null;
end
$$;

create trigger take_writer_lock
  before insert or update or delete on tile
  for each statement execute function spatial_layer.lock_as_writer();

create trigger take_writer_lock
  before insert or update or delete on resource
  for each statement execute function spatial_layer.lock_as_writer();

create trigger take_writer_lock
  before insert or update or delete on resource_grant
  for each statement execute function spatial_layer.lock_as_writer();

create trigger take_writer_lock
  before insert or update or delete on concept_value
  for each statement execute function spatial_layer.lock_as_writer();

create trigger take_writer_lock
  before insert or update or delete on node
  for each statement execute function spatial_layer.lock_as_writer();

create trigger take_writer_lock
  before insert or update or delete on rights
  for each statement execute function spatial_layer.lock_as_writer();

-- Takes the lock of writers, then the lock of rights, for changes of groups, which also change rights.
create function spatial_layer.lock_group_changes() returns trigger
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform spatial_layer.take_writer_lock();
  perform
  from last_change c
  where c.subject = 'permission'
  for no key update;
  return null;
end
$$;

create trigger take_writer_lock
  before insert or update or delete on account_group
  for each statement execute function spatial_layer.lock_group_changes();

create trigger take_writer_lock
  before insert or update or delete on setting
  for each statement execute function spatial_layer.lock_as_writer();
