-- As that of writers (034-making-spatial-views.sql): a lock that only those can take who may write what it protects.

-- Nothing is ever in this table.
create table lock_of_names ();

-- As before (022-marks-of-names.sql): one at a time.
create or replace function lock_names() returns boolean
language plpgsql
as $$
begin
  lock table lock_of_names in exclusive mode;
  return true;
end
$$;
