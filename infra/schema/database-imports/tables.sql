-- The rows that came from the database of another platform, so that the next import from it changes and deletes only these, and only if
-- they were not changed in this service. hash is of the row as it was read; stored_hash of the row as it was stored, if that differs.
-- A row takes 77 bytes, and 52 in the index: 130 MB for a million tiles.
create table origin (
  kind text not null check (
    kind in ('graph', 'concept', 'value', 'concept relation', 'resource', 'tile', 'relation', 'edit', 'spatial view')
  ),
  id uuid not null,
  -- Identifies the other database: the time when its first migration was applied, in microseconds since 1970.
  source bigint not null,
  hash uuid not null,
  stored_hash uuid,
  primary key (kind, id)
);

-- Changes of an import that are not in the activity stream yet. At its end, the import adds those that the edit log of the other database
-- lacks: bulk loads write no entries into that log.
create table unlisted_change (
  resource_id uuid primary key,
  graph_id uuid not null,
  kind text not null check (kind in ('Create', 'Update', 'Delete')),
  had_grants boolean not null default false
);
