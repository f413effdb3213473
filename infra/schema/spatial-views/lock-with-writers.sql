-- Who writes what views are made of takes the lock of writers before every other lock.
create function spatial_layer.write_with_others() returns trigger
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform spatial_layer.lock_with_writers();
  return null;
end
$$;

create trigger locks_with_writers
  before insert or update or delete on tile
  for each statement execute function spatial_layer.write_with_others();

create trigger locks_with_writers
  before insert or update or delete on resource
  for each statement execute function spatial_layer.write_with_others();

create trigger locks_with_writers
  before insert or update or delete on resource_grant
  for each statement execute function spatial_layer.write_with_others();

create trigger locks_with_writers
  before insert or update or delete on concept_value
  for each statement execute function spatial_layer.write_with_others();

create trigger locks_with_writers
  before insert or update or delete on node
  for each statement execute function spatial_layer.write_with_others();

create trigger locks_with_writers
  before insert or update or delete on rights
  for each statement execute function spatial_layer.write_with_others();

-- Of groups the rights follow, too: their lock comes after that of the writers.
create function spatial_layer.lock_group_changes() returns trigger
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform spatial_layer.lock_with_writers();
  perform
  from last_change c
  where c.subject = 'permission'
  for no key update;
  return null;
end
$$;

create trigger locks_with_writers
  before insert or update or delete on account_group
  for each statement execute function spatial_layer.lock_group_changes();

create trigger locks_with_writers
  before insert or update or delete on setting
  for each statement execute function spatial_layer.write_with_others();
