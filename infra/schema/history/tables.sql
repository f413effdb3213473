-- The edit log. An edit of this service stores the old value; its new value is the old value of the next edit, or that of the tile. An edit
-- from the edit log of another platform stores both, because that log may lack edits.

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
  -- The proposals before and after an edit that changes proposals; old_value is always the value of the tile.
  old_provisional_edits jsonb,
  new_provisional_edits jsonb,
  -- Only of edits from another platform: the id there; the new value; the name of the user, if there is no account here; and whether the
  -- resource instance no longer existed there, so that only administrators may read the edit.
  source_edit_id uuid,
  new_value jsonb,
  source_username text,
  is_closed boolean not null default false
);

create index edit_log_resource on edit_log (resource_id, edited_at, edit_log_id);

-- For lists in the order of changes: the edits that are changes of tiles, with the nodegroup that decides who may know of them.
create index edit_log_time on edit_log (edited_at, resource_id) include (nodegroup_id)
where tile_id is not null
  and edit_type <> 'tile proposal'
  and not is_closed;

create unique index edit_log_source on edit_log (source_edit_id) where source_edit_id is not null;

-- For files that only former values and proposals name (files/readable-files.sql).
create index edit_log_file on edit_log using gin (files_of_edit(old_value, new_value, old_provisional_edits, new_provisional_edits));

-- The activity stream has one row per changed resource instance and transaction. Ordinals have no gaps and follow the commit order, because
-- the last statement of a transaction takes them from the only row of activity_counter, which stays locked until commit. The pages of the
-- stream are ranges of the primary key.
create table activity (
  ordinal bigint primary key,
  activity_type text not null check (activity_type in ('Create', 'Update', 'Delete')),
  resource_id uuid not null,
  graph_id uuid not null,
  account_id integer references account on delete set null,
  end_time timestamptz not null,
  -- For deletions: whether the resource instance had its own grants. The deletion removes them, so it is unknown afterwards who may see it.
  -- Only administrators see its items up to the deletion (docs/adr/045-the-activity-stream.md).
  had_grants boolean not null default false check (not had_grants or activity_type = 'Delete')
);

create index activity_resource on activity (resource_id, ordinal);

-- For finding whether the resource instance of an item was deleted later, and whether only administrators may see it. Both indexes contain
-- only deletions, so they stay small.
create index activity_deletion on activity (resource_id, ordinal) where activity_type = 'Delete';

create index activity_closed_deletion on activity (resource_id, ordinal) where had_grants;

-- For the filtered collections: each combination of filters is a range in stream order.
create index activity_of_graph on activity (graph_id, activity_type, ordinal);

create index activity_of_type on activity (activity_type, ordinal);

-- For the first item since a time. Times never decrease, so the following items are a range of ordinals.
create index activity_end_time on activity (end_time, ordinal);

create table activity_counter (
  only_row boolean primary key default true check (only_row),
  ordinal bigint not null,
  end_time timestamptz not null,
  -- The number of changes of resource instances without an activity, from which an export learns that the data has changed. The ids of the
  -- edit log do not tell it, because transactions do not commit in their order.
  proposals bigint not null default 0,
  imports bigint not null default 0
);

insert into activity_counter (ordinal, end_time)
values (0, 'epoch');
