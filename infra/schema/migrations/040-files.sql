-- Files that tiles and the history name. The files of tiles are stored in batches after the migration.
-- The files whose bytes are stored (docs/files.md). A row is written after its bytes, and names where they are.
create table file (
  file_id uuid primary key,
  -- The key in the bucket or folder.
  storage_key text not null,
  -- As the first bytes tell it, whatever a tile says.
  content_type text not null,
  byte_count bigint not null check (byte_count >= 0),
  -- The SHA-256 of the bytes, in hexadecimal digits.
  sha256 text not null check (length(sha256) = 64),
  -- The name under which a browser saves it.
  name text not null,
  stored_at timestamptz not null default clock_timestamp()
);

-- The files that tiles name, whether their bytes are stored or not. Files that only the history names are in the index edit_log_file.
create table file_use (
  file_id uuid not null,
  tile_id uuid not null references tile on delete cascade,
  node_id uuid not null,
  kind text not null check (kind in ('value', 'proposal')),
  primary key (file_id, tile_id, node_id, kind)
);

-- For changes of a tile, and the files of a resource instance.
create index file_use_tile on file_use (tile_id);

-- The files in the values of a tile. They are found by their form, whatever the datatype of the node is now.
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

-- For files that only former values and proposals name.
create index edit_log_file on edit_log using gin (files_of_edit(old_value, new_value, old_provisional_edits, new_provisional_edits));
