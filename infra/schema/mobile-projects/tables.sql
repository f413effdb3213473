-- Mobile projects: who is invited to record what, and where (docs/adr/057-mobile-projects.md).

create table mobile_project (
  mobile_project_id uuid primary key,
  name text not null,
  description text not null,
  -- As it was set: the dates decide nothing about it.
  is_active boolean not null,
  start_date date,
  end_date date check (start_date <= end_date),
  -- Null where the project is not bound to an area.
  bounds geometry(MultiPolygon, 4326),
  tile_cache text not null,
  -- {"count": 100, "custom": null, "download": false, "resources": []}
  download_config jsonb not null,
  created_by integer references account on delete set null,
  last_edited_by integer references account on delete set null,
  -- Another one after each write: a change is made on a version.
  version bigint not null,
  -- The write that left it so, by which one whose answer was lost is known again.
  write_id uuid not null
);

create index mobile_project_created_by on mobile_project (created_by);

create index mobile_project_last_edited_by on mobile_project (last_edited_by);

-- PostGIS would tell them to everybody (features/tables.sql).
alter table mobile_project alter column bounds set statistics 0;

-- What goes elsewhere goes from the lists of a project, too; the project stays.
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

-- Which projects an account is invited to is asked at every request for the list.
create index mobile_project_account_account on mobile_project_account (account_id);

create table mobile_project_group (
  mobile_project_id uuid not null references mobile_project on delete cascade,
  account_group_id integer not null references account_group on delete cascade,
  primary key (mobile_project_id, account_group_id)
);

create index mobile_project_group_group on mobile_project_group (account_group_id);
