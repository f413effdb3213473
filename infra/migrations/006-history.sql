-- What was changed, when and by whom. Only the old value is kept: the new one is the old value of the next edit, or the tile.

create table edit_log (
  edit_log_id bigint generated always as identity primary key,
  transaction_id uuid not null,
  resource_id uuid not null,
  tile_id uuid,
  nodegroup_id uuid,
  edit_type text not null,
  old_value jsonb,
  account_id integer references account on delete set null,
  edited_at timestamptz not null default clock_timestamp()
);

create index edit_log_resource on edit_log (resource_id, edit_log_id);

-- The activity stream: one row per changed resource per transaction. Ordinals have no gap and follow commit order,
-- because the last statement of a transaction takes them from the one row of activity_counter and keeps it locked until commit.
create table activity (
  ordinal bigint primary key,
  activity_type text not null check (activity_type in ('Create', 'Update', 'Delete')),
  resource_id uuid not null,
  graph_id uuid not null,
  account_id integer references account on delete set null,
  end_time timestamptz not null
);

create index activity_resource on activity (resource_id, ordinal);

create table activity_counter (
  only_row boolean primary key default true check (only_row),
  ordinal bigint not null,
  end_time timestamptz not null
);

insert into activity_counter (ordinal, end_time)
values (0, 'epoch');

-- What the instance remembers of itself, such as whether the sample was loaded.
create table setting (
  name text primary key,
  value text not null
);
