-- The files in the values of a tile. They are found by their form, whatever the datatype of the node is now.
-- @rule Files: Which files does a tile hold?
create function file_of_values(tile_data jsonb)
returns table (node_id uuid, file_id uuid)
language sql immutable
begin atomic
  select distinct v.key::uuid, (i.id #>> '{}')::uuid
  from jsonb_each(case jsonb_typeof(tile_data) when 'object' then tile_data else '{}' end) v
  cross join lateral jsonb_path_query(
    v.value,
    '$[*].file_id ? (@ like_regex "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$" flag "i")'
  ) i (id)
  where v.key ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';
end;

-- The files in the values that provisional edits propose.
create function file_of_proposals(edits jsonb)
returns table (node_id uuid, file_id uuid)
language sql immutable
begin atomic
  select distinct f.node_id, f.file_id
  from jsonb_each(case jsonb_typeof(edits) when 'object' then edits else '{}' end) e
  cross join lateral file_of_values(e.value -> 'value') f;
end;

-- All files that an edit names, for the index edit_log_file.
create function files_of_edit(old_value jsonb, new_value jsonb, old_edits jsonb, new_edits jsonb) returns uuid[]
language sql immutable
begin atomic
  select array(
    select f.file_id
    from file_of_values(old_value) f
    union
    select f.file_id
    from file_of_values(new_value) f
    union
    select f.file_id
    from file_of_proposals(old_edits) f
    union
    select f.file_id
    from file_of_proposals(new_edits) f
  );
end;

-- Stores which files some tiles hold.
create function store_file_uses(changed_tiles uuid[]) returns void
language plpgsql
as $$
begin
  delete from file_use u
  where u.tile_id = any (changed_tiles);

  insert into file_use (file_id, tile_id, node_id, kind, resource_id)
  select f.file_id, t.tile_id, f.node_id, f.kind, t.resource_id
  from tile t
  cross join lateral (
    select v.file_id, v.node_id, 'value' as kind
    from file_of_values(t.data) v
    union all
    select p.file_id, p.node_id, 'proposal'
    from file_of_proposals(t.provisional_edits) p
  ) f
  where t.tile_id = any (changed_tiles);
end
$$;

create function refresh_file_uses() returns trigger
language plpgsql
as $$
begin
  -- Most tiles neither name a file nor did so before: only the others cost more than this look.
  perform store_file_uses(
    array(
      select t.tile_id
      from changed_tile t
      where jsonb_path_exists(t.data, '$.*[*].file_id')
        or t.provisional_edits is not null
        or (tg_op = 'UPDATE' and exists (select from file_use u where u.tile_id = t.tile_id))
    )
  );
  return null;
end
$$;

create trigger file_use_after_insert
  after insert on tile
  referencing new table as changed_tile
  for each statement execute function refresh_file_uses();

create trigger file_use_after_update
  after update on tile
  referencing new table as changed_tile
  for each statement execute function refresh_file_uses();
