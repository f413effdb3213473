-- The accounts that came from the database of another platform, and what the last import from it has applied to them. The next import
-- changes only what differs from that, and keeps and reports what was changed in this service. Accounts that were imported before this
-- migration are recognised by the time of joining, which they keep.
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
