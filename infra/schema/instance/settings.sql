-- The default language of the project, for texts that are available in none of the requested languages.
create function default_language() returns text
language plpgsql stable
as $$
begin
  return coalesce((select s.value from setting s where s.name = 'language'), 'en-US');
end
$$;

-- The page size of the activity stream. It can change only while the stream is empty, because harvesters refer to pages by their numbers.
-- @rule Activity stream: How many items does a page have?
create function history_page_size() returns integer
language plpgsql stable
as $$
begin
  return coalesce((select s.value::integer from setting s where s.name = 'history_page_size'), 100);
end
$$;

-- Takes a named lock until the end of the transaction. The next holder sees everything committed before. Take it after locks of resource
-- instances and before the lock of names (names/marks.sql). Take several locks in the order of their names.
create function take_lock(lock_name text) returns boolean
language plpgsql volatile
as $$
begin
  loop
    perform
    from named_lock l
    where l.name = lock_name
    for update;
    if found then
      return true;
    end if;
    insert into named_lock (name)
    values (lock_name)
    on conflict do nothing;
  end loop;
end
$$;
