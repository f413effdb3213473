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

-- PostGIS would tell them to everybody (005-resources.sql).
alter table mobile_project alter column bounds set statistics 0;

create index mobile_project_created_by on mobile_project (created_by);
create index mobile_project_last_edited_by on mobile_project (last_edited_by);

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

-- The mobile projects to which a caller is invited, as an account or through a group. Nobody who does not say who it is is invited.
create function invited_mobile_project(caller integer)
returns table (mobile_project_id uuid)
language sql stable rows 10
begin atomic
  select i.mobile_project_id
  from mobile_project_account i
  join account a on a.account_id = i.account_id
  where i.account_id = caller
    and a.is_active
  union
  select i.mobile_project_id
  from mobile_project_group i
  join caller_group(caller) g on g.account_group_id = i.account_group_id
  where caller is not null;
end;

-- Whether a caller may make, change and delete mobile projects.
create function manages_mobile_projects(caller integer) returns boolean
language plpgsql stable
as $$
begin
  return is_administrator(caller)
    or exists (
      select
      from caller_group(caller) c
      join account_group g on g.account_group_id = c.account_group_id
      where g.name = 'Mobile Project Administrator'
        and caller is not null
    );
end
$$;

-- The area that well-known text tells of, as it is stored. Areas that lie over one another become one: a multipolygon has none of these.
create function mobile_project_bounds(written text) returns geometry
language plpgsql immutable
as $$
declare
  read geometry = st_multi(st_geomfromtext(written, 4326));
begin
  return case when st_isvalid(read) then read else st_multi(st_unaryunion(read)) end;
end
$$;
