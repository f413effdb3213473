-- How often an account wrote what would have had a unique value that something holds which is closed to it: those who watch over the
-- service are told, since each of these answers tells the account that the value is there.
create table taken_value (
  account_id integer primary key references account on delete cascade,
  times bigint not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now()
);
