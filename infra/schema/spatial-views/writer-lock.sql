-- Takes the lock of writers in shared mode (spatial-views/tables.sql).
create function spatial_layer.take_writer_lock() returns void
language plpgsql
as $$
begin
  lock table spatial_layer.lock_of_writers in row share mode;
end
$$;

-- Waits for all writers and blocks new ones.
create function spatial_layer.lock_out_writers() returns void
language plpgsql
as $$
begin
  lock table spatial_layer.lock_of_writers in exclusive mode;
end
$$;
