-- Until an import of a database is finished, its next run replaces data, so Lambda functions must not write data. Commands use another
-- role, and may.
-- @rule Writing: Who refuses a write while the data still come from another platform?
create function refuse_write_during_import() returns trigger
language plpgsql stable
as $$
begin
  if exists (select from database_import i where i.finished_at is null and not i.allows_writes) then
    raise exception 'An import of a database is not finished.' using errcode = 'HD409';
  end if;
  return null;
end
$$;

create trigger refuse_write_during_import
  before insert or delete or update of version on resource
  for each statement
  when (current_user = 'heritage_write')
  execute function refuse_write_during_import();

create trigger refuse_write_during_import
  before insert or delete or update on spatial_view
  for each statement
  when (current_user = 'heritage_write')
  execute function refuse_write_during_import();

create trigger refuse_write_during_import
  before insert or delete or update on mobile_project
  for each statement
  when (current_user = 'heritage_write')
  execute function refuse_write_during_import();
