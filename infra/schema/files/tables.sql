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
  -- The pixels of a picture as it is shown, with its orientation applied. Null for other files, and until it was examined.
  width integer check (width > 0),
  height integer check (height > 0),
  -- Whether its metadata has a place. Null until it was examined, and for files that cannot be: both count as a place.
  has_place boolean,
  -- When it was examined, and its derivatives were made.
  examined_at timestamptz,
  -- How often that was begun, because a picture may end the process that reads it. After three times it is left alone.
  examinations integer not null default 0,
  -- Why it has no derivatives: a code, such as damaged.
  problem text,
  stored_at timestamptz not null default clock_timestamp(),
  -- When a sweep first saw that no tile, proposal or edit names it. Null while something does.
  unnamed_since timestamptz
);

-- The files that were removed for good: nothing stores their bytes again. Rows are only added.
create table file_removal (
  file_id uuid primary key,
  removed_at timestamptz not null default clock_timestamp(),
  -- The operator: the user of the operating system, and in AWS the principal.
  author text not null,
  reason text not null
);

-- For finding the files that wait.
create index file_waiting on file (file_id) where examined_at is null;

-- The copies of a picture for pages and viewers, as JPEG without any place. A row is written after its bytes.
create table file_derivative (
  file_id uuid not null references file on delete cascade,
  -- A thumbnail for lists, or the largest copy, for pages and viewers.
  kind text not null check (kind in ('thumbnail', 'page')),
  -- The key in the bucket or folder, which begins with derived/.
  storage_key text not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  byte_count bigint not null check (byte_count > 0),
  primary key (file_id, kind)
);

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

-- The files that tiles name, whether their bytes are stored or not. Files that only the history names are in the index edit_log_file.
create table file_use (
  file_id uuid not null,
  tile_id uuid not null references tile on delete cascade,
  node_id uuid not null,
  kind text not null check (kind in ('value', 'proposal')),
  -- That of the tile.
  resource_id uuid not null,
  primary key (file_id, tile_id, node_id, kind)
);

-- For changes of a tile, and the files of a resource instance.
create index file_use_tile on file_use (tile_id);
-- For the first pictures of listed resource instances.
create index file_use_resource on file_use (resource_id) where kind = 'value';
