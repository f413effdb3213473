-- What a tile names is not swept. If a sweep is deleting the file, this waits for it; otherwise the sweep waits, and then sees the change.
-- @rule Files: When is a stored file deleted because nothing names it?
create function keep_named_files() returns trigger
language plpgsql
as $$
begin
  update file f
  set unnamed_since = null
  where f.unnamed_since is not null
    and f.file_id in (
      select u.file_id
      from new_file_use u
    );
  return null;
end
$$;

create trigger keep_named_files
  after insert on file_use
  referencing new table as new_file_use
  for each statement execute function keep_named_files();
