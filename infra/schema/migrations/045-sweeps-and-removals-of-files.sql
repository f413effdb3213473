-- Since when nothing names a stored file, and the files that were removed for good.
alter table file
  -- When a sweep first saw that no tile, proposal or edit names it. Null while something does.
  add column unnamed_since timestamptz;

-- The files that were removed for good: nothing stores their bytes again. Rows are only added.
create table file_removal (
  file_id uuid primary key,
  removed_at timestamptz not null default clock_timestamp(),
  -- The operator: the user of the operating system, and in AWS the principal.
  author text not null,
  reason text not null
);
