-- The language of texts that are in none of the wanted ones, as far as the database was told.
create function default_language() returns text
language plpgsql stable
as $$
begin
  return coalesce((select s.value from setting s where s.name = 'language'), 'en-US');
end
$$;

-- How many items a page of the activity stream has. It is remembered when the database is made, and may be changed only while the stream is
-- empty: otherwise the pages that harvesters have seen would come to mean other items.
create function history_page_size() returns integer
language plpgsql stable
as $$
begin
  return coalesce((select s.value::integer from setting s where s.name = 'history_page_size'), 100);
end
$$;

-- Whoever holds a lock holds it until the end of the transaction; the next one sees what was committed by then. Locks are taken after those of
-- resource instances and before that of names (names/marks.sql); of several, in the order of their names.
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
