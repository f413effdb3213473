-- How often an account tried to write a unique value that occurs only in data that it may not read. Each refusal reveals that the value
-- exists, so administrators can monitor the number.
create table taken_value (
  account_id integer primary key references account on delete cascade,
  times bigint not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now()
);
