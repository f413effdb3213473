-- Scheduled exports of features, or of RDF: what to export, who may fetch it, and the progress of each run.

-- A job without an account runs as the anonymous caller, in the group Guest. Deleting an account deletes its jobs, so that they do not
-- become anonymous.
create table export_job (
  export_job_id integer generated always as identity primary key,
  -- Used as a folder name and in URLs.
  name text not null unique check (name ~ '^[a-z0-9][a-z0-9_-]{0,63}$'),
  -- In the syntax of the query string of GET /geojson; empty for RDF.
  query text not null,
  format text not null check (format in ('geojson', 'geojsonseq', 'nquads', 'csv', 'flatgeobuf')),
  every_hours integer not null check (every_hours between 1 and 8784),
  account_id integer references account on delete cascade,
  -- Increases with each change of the job. A change ends the current run.
  revision integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  due_at timestamptz not null default clock_timestamp(),
  -- The last time that the job was due and no data had changed.
  skipped_at timestamptz,
  -- The number of consecutive failures at the same position, and the last error.
  failures integer not null default 0,
  error text,
  -- Only one process at a time works on a job. It must renew its lease.
  lease_token uuid,
  lease_owner text,
  leased_until timestamptz
);

create index export_job_account on export_job (account_id);

-- The readers of a job. If it has none, administrators may fetch its files.
create table export_reader (
  export_job_id integer not null references export_job on delete cascade,
  account_id integer references account on delete cascade,
  account_group_id integer references account_group on delete cascade,
  check (num_nonnulls(account_id, account_group_id) = 1),
  unique nulls not distinct (export_job_id, account_id, account_group_id)
);

create index export_reader_account on export_reader (account_id);

create index export_reader_group on export_reader (account_group_id);

-- A run stores its input and its progress, so that any process can continue it.
create table export_run (
  export_run_id bigint generated always as identity primary key,
  export_job_id integer not null references export_job on delete cascade,
  state text not null default 'running' check (state in ('running', 'finished', 'failed')),
  -- The file, relative to the folder of the job, and its multipart upload.
  file_name text not null,
  upload_id text not null,
  -- A hash of everything that the file depends on, except the data; and the versions of the data when the run began.
  fingerprint text not null,
  versions jsonb not null,
  begun_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  -- The last tile whose features are stored; null before the first one. For RDF: the last resource instance and the nil UUID; once all
  -- resource instances are stored, the max UUID and the last concept.
  after_resource_id uuid,
  after_tile_id uuid,
  features bigint not null default 0,
  -- The number of resource instances that the format cannot express.
  left_out bigint not null default 0,
  is_read boolean not null default false,
  bytes bigint not null default 0
);

-- A job has at most one run at a time.
create unique index export_run_running on export_run (export_job_id) where state = 'running';

create index export_run_of_job on export_run (export_job_id, export_run_id);

-- The uploaded parts of an unfinished file.
create table export_part (
  export_run_id bigint not null references export_run on delete cascade,
  part_number integer not null,
  etag text not null,
  sha256 text not null,
  bytes bigint not null,
  primary key (export_run_id, part_number)
);
