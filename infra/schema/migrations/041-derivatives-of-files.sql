-- What is known of stored pictures, and their copies for pages and viewers. Stored pictures are examined after the migration.
alter table file
  -- The pixels of a picture as it is shown, with its orientation applied. Null for other files, and until it was examined.
  add column width integer check (width > 0),
  add column height integer check (height > 0),
  -- Whether its metadata has a place. Null until it was examined, and for files that cannot be: both count as a place.
  add column has_place boolean,
  -- When it was examined, and its derivatives were made.
  add column examined_at timestamptz,
  -- How often that was begun, because a picture may end the process that reads it. After three times it is left alone.
  add column examinations integer not null default 0,
  -- Why it has no derivatives: a code, such as damaged.
  add column problem text;

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
