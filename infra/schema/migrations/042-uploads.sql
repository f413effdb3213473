-- Files that clients send into the store before a tile names them, and how much each account has announced.
-- The files that clients may send into the store, until the tile that names them is written (docs/files.md). Their bytes wait under pending/.
create table pending_file (
  -- Made by the service, so that nobody can choose the id of a file that exists.
  file_id uuid primary key,
  -- Only this account may send it, and name it in a tile.
  account_id integer not null references account on delete cascade,
  name text not null,
  -- What the account says of the bytes. The first bytes must agree.
  content_type text not null,
  byte_count bigint not null check (byte_count > 0),
  created_at timestamptz not null default clock_timestamp()
);

create index pending_file_account on pending_file (account_id);

-- How much an account has announced on its last day with uploads (UTC), whether the bytes came or not.
create table upload_count (
  account_id integer primary key references account on delete cascade,
  day date not null,
  file_count integer not null,
  byte_count bigint not null
);
