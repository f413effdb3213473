-- Exports of features that a schedule makes: what is to be exported, who may fetch it, and how far an export is.

-- A job that names no account runs as anonymous: as the group Guest. A job whose account goes does not become one of anonymous, but goes, too.
create table export_job (
  export_job_id integer generated always as identity primary key,
  -- It names a folder and stands in addresses.
  name text not null unique check (name ~ '^[a-z0-9][a-z0-9_-]{0,63}$'),
  -- As the query string of GET /geojson.
  query text not null,
  format text not null check (format in ('geojson', 'geojsonseq')),
  every_hours integer not null check (every_hours between 1 and 8784),
  account_id integer references account on delete cascade,
  -- Another one after each change: what was begun before is not gone on with.
  revision integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  due_at timestamptz not null default clock_timestamp(),
  -- When it was last found that nothing had changed.
  skipped_at timestamptz,
  -- How often in a row it broke off at the same place, and what was said of the last time.
  failures integer not null default 0,
  error text,
  -- One process at a time is at a job, as long as it says so again and again.
  lease_token uuid,
  lease_owner text,
  leased_until timestamptz
);

create index export_job_account on export_job (account_id);

-- Who may fetch what a job writes. Where it names nobody, administrators may.
create table export_reader (
  export_job_id integer not null references export_job on delete cascade,
  account_id integer references account on delete cascade,
  account_group_id integer references account_group on delete cascade,
  check (num_nonnulls(account_id, account_group_id) = 1),
  unique nulls not distinct (export_job_id, account_id, account_group_id)
);

create index export_reader_account on export_reader (account_id);

create index export_reader_group on export_reader (account_group_id);

-- A run keeps what it was begun with and how far it is, so that any process can go on with it.
create table export_run (
  export_run_id bigint generated always as identity primary key,
  export_job_id integer not null references export_job on delete cascade,
  state text not null default 'running' check (state in ('running', 'finished', 'failed')),
  -- The file, below the folder of the job, and its multipart upload.
  file_name text not null,
  upload_id text not null,
  -- A hash of all but the data that the file depends on, and what of the data was the last when it was begun.
  fingerprint text not null,
  versions jsonb not null,
  begun_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  -- The last tile whose features are stored; null before the first.
  after_resource_id uuid,
  after_tile_id uuid,
  features bigint not null default 0,
  is_read boolean not null default false,
  bytes bigint not null default 0
);

-- Of one job, one run at a time.
create unique index export_run_running on export_run (export_job_id) where state = 'running';

create index export_run_of_job on export_run (export_job_id, export_run_id);

-- What is stored of a file that is not whole yet.
create table export_part (
  export_run_id bigint not null references export_run on delete cascade,
  part_number integer not null,
  etag text not null,
  sha256 text not null,
  bytes bigint not null,
  primary key (export_run_id, part_number)
);
