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

-- The accounts that came from the database of another platform, and what the last import from it has applied to them. The next import
-- changes only what differs from that, and keeps and reports what was changed in this service.
create table imported_account (
  account_id integer primary key references account on delete cascade,
  -- Identifies the other database, as in origin.
  source bigint not null,
  source_account_id integer not null,
  is_active boolean not null,
  is_administrator boolean not null,
  -- MD5 of the password hash as it was read. The stored hash is replaced by a stronger one of the same password when its owner signs in.
  password_digest uuid not null,
  -- Whether the password was set in this service.
  has_own_password boolean not null default false,
  unique (source, source_account_id)
);

-- Imported memberships that were removed in this service. The next import leaves them removed.
create table removed_membership (
  account_id integer not null references account on delete cascade,
  account_group_id integer not null references account_group on delete cascade,
  primary key (account_id, account_group_id)
);

-- Imported grants that were changed or removed in this service. The next import leaves them so.
create table overridden_grant (
  -- A nodegroup or a resource instance.
  target_id uuid not null,
  account_id integer references account on delete cascade,
  account_group_id integer references account_group on delete cascade,
  check (num_nonnulls(account_id, account_group_id) = 1),
  unique nulls not distinct (target_id, account_id, account_group_id)
);
