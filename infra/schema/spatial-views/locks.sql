-- The lock of writers, together with other writers (spatial-views/tables.sql).
create function spatial_layer.lock_with_writers() returns void
language plpgsql
as $$
begin
  lock table spatial_layer.lock_of_writers in row share mode;
end
$$;

-- The lock of writers, once none of them is left.
create function spatial_layer.lock_before_writers() returns void
language plpgsql
as $$
begin
  lock table spatial_layer.lock_of_writers in exclusive mode;
end
$$;
