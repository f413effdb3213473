-- The three roles of the service. The owner installs the schema, the service role is what functions use, the reader role is for GIS
-- desktops. Where they exist (the local database makes them) nothing happens.
do $$
begin
  if not exists (select from pg_roles where rolname = 'heritage_service') then
    create role heritage_service nologin;
  end if;
  if not exists (select from pg_roles where rolname = 'heritage_reader') then
    create role heritage_reader nologin;
  end if;
end
$$;

create extension if not exists postgis;

create extension if not exists pg_trgm with schema public;

-- Statements that are asked often, as functions (docs/adr/048-kept-statements.md).
create schema kept;

-- What spatial views show, and how it is kept. Nobody but the owner may enter: a view reads its table with the rights of its owner.
create schema spatial_layer;

-- What the service role may touch: data, never the shape of the database. It counts for every table and function made after it.
grant usage on schema public to heritage_service;
grant usage on schema kept to heritage_service;
alter default privileges in schema public grant select, insert, update, delete on tables to heritage_service;

-- GIS desktops log in as heritage_reader: it reads spatial views and calls the functions of PostGIS. Any function of ours that it could call
-- would be a way past the views.
alter default privileges revoke execute on routines from public;
alter default privileges in schema public grant execute on routines to heritage_service;
alter default privileges in schema kept grant execute on routines to heritage_service;

-- Where the role that migrates owns the database and has made the roles, as in AWS; elsewhere whoever has made them sees to it (docs/spatial-views.md).
do $$
begin
  if exists (select from pg_database d where d.datname = current_database() and pg_has_role(d.datdba, 'member')) then
    execute format('revoke temporary on database %I from public', current_database());
    -- Texts that are larger than a request are put together in a temporary table.
    execute format('grant temporary on database %I to heritage_service', current_database());
  end if;
  alter role heritage_reader set search_path = public, readable, pg_catalog;
  alter role heritage_reader set default_transaction_read_only = on;
  alter role heritage_reader set statement_timeout = '60s';
  alter role heritage_reader set idle_in_transaction_session_timeout = '60s';
  -- The role may set the others as it likes; this one it cannot.
  alter role heritage_reader connection limit 40;
exception when insufficient_privilege then
  null;
end
$$;
