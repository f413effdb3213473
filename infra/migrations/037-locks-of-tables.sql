-- Locks that only those can take who may write what they protect. Advisory locks are anybody's: a reader of spatial views could hold one, and
-- every writer would wait.

-- Nothing is ever in these tables.
create table spatial_layer.lock_of_writers ();
create table lock_of_names ();

-- As before (034-making-spatial-views.sql): together with others, and with nobody who makes a view.
create or replace function spatial_layer.lock_with_writers() returns void
language plpgsql
as $$
begin
  lock table spatial_layer.lock_of_writers in row share mode;
end
$$;

create or replace function spatial_layer.lock_before_writers() returns void
language plpgsql
as $$
begin
  lock table spatial_layer.lock_of_writers in exclusive mode;
end
$$;

-- As before (022-marks-of-names.sql): one at a time.
create or replace function lock_names() returns boolean
language plpgsql
as $$
begin
  lock table lock_of_names in exclusive mode;
  return true;
end
$$;
