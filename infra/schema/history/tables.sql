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
  edited_at timestamptz not null default clock_timestamp(),
  -- What was proposed for a tile before and after an edit of proposals: the tile's own value is old_value, as ever.
  old_provisional_edits jsonb,
  new_provisional_edits jsonb
);

create index edit_log_resource on edit_log (resource_id, edit_log_id);

-- The activity stream: one row per changed resource per transaction. Ordinals have no gap and follow commit order,
-- because the last statement of a transaction takes them from the one row of activity_counter and keeps it locked until commit.
-- The pages of the stream are ranges of the primary key.
create table activity (
  ordinal bigint primary key,
  activity_type text not null check (activity_type in ('Create', 'Update', 'Delete')),
  resource_id uuid not null,
  graph_id uuid not null,
  account_id integer references account on delete set null,
  end_time timestamptz not null,
  -- Of a deletion: whether the resource instance had grants of its own. They are gone with it, and with them the answer to the question
  -- who may know of it; so all that the stream has of it up to then is for administrators alone (docs/adr/045-the-activity-stream.md).
  had_grants boolean not null default false check (not had_grants or activity_type = 'Delete')
);

create index activity_resource on activity (resource_id, ordinal);

-- Whether an item is of something that was deleted since, and whether that is closed to all but administrators: the next entry of each of
-- these after an ordinal tells. Both hold deletions only, so that they are small, and nothing else has to be written into them.
create index activity_deletion on activity (resource_id, ordinal) where activity_type = 'Delete';

create index activity_closed_deletion on activity (resource_id, ordinal) where had_grants;

-- The filtered collections: each combination of filters is a range of one of these, in the order of the stream.
create index activity_of_graph on activity (graph_id, activity_type, ordinal);

create index activity_of_type on activity (activity_type, ordinal);

-- The first item since a time. Times never go back, so what follows is a range of ordinals.
create index activity_end_time on activity (end_time, ordinal);

create table activity_counter (
  only_row boolean primary key default true check (only_row),
  ordinal bigint not null,
  end_time timestamptz not null
);

insert into activity_counter (ordinal, end_time)
values (0, 'epoch');
