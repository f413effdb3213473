-- Writes a change by an operator to the log of the database, which in AWS is in CloudWatch, where no role of the database can change it.
-- Pages write such a line to the log of the functions. The line has no names of accounts, groups and records.
-- @rule Database and local stack: Where are the security lines of `hds`?
create function write_security_line() returns trigger
language plpgsql
as $$
begin
  raise warning '%', jsonb_build_object(
    'level', 'security', 'event', new.event, 'operator', new.author, 'target', new.target_id, 'change', new.access_change_id
  );
  return null;
end
$$;

create trigger write_security_line
  after insert on access_change
  for each row
  when (new.author_account_id is null)
  execute function write_security_line();
