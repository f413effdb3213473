-- Mobile projects: who is invited to record what, and where (docs/adr/057-mobile-projects.md).

create table mobile_project (
  mobile_project_id uuid primary key,
  name text not null,
  description text not null,
  -- Set by the client, independently of the dates.
  is_active boolean not null,
  start_date date,
  end_date date check (start_date <= end_date),
  -- Null if the project is not limited to an area.
  bounds geometry(MultiPolygon, 4326),
  tile_cache text not null,
  -- {"count": 100, "custom": null, "download": false, "resources": []}
  download_config jsonb not null,
  created_by integer references account on delete set null,
  last_edited_by integer references account on delete set null,
  -- Changes with each write, for optimistic locking.
  version bigint not null,
  -- The id of the last write, which detects a write whose response was lost.
  write_id uuid not null
);

create index mobile_project_created_by on mobile_project (created_by);

create index mobile_project_last_edited_by on mobile_project (last_edited_by);

-- With statistics, PostGIS would reveal the extent of all projects to every role (features/tables.sql).
alter table mobile_project alter column bounds set statistics 0;

-- Deleting a card, account or group removes it from projects, and does not delete the projects.
create table mobile_project_card (
  mobile_project_id uuid not null references mobile_project on delete cascade,
  card_id uuid not null references card on delete cascade,
  position integer not null,
  primary key (mobile_project_id, card_id)
);

create index mobile_project_card_card on mobile_project_card (card_id);

create table mobile_project_account (
  mobile_project_id uuid not null references mobile_project on delete cascade,
  account_id integer not null references account on delete cascade,
  primary key (mobile_project_id, account_id)
);

-- For listing the projects of an account.
create index mobile_project_account_account on mobile_project_account (account_id);

create table mobile_project_group (
  mobile_project_id uuid not null references mobile_project on delete cascade,
  account_group_id integer not null references account_group on delete cascade,
  primary key (mobile_project_id, account_group_id)
);

create index mobile_project_group_group on mobile_project_group (account_group_id);
