-- All distinct UUIDs in a text.
create function ids_within(content text) returns uuid[]
language sql immutable
begin atomic
  select coalesce(array_agg(distinct found.match[1]::uuid), '{}')
  from regexp_matches(content, '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'gi') found (match);
end;
