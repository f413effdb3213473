-- The roles of the service: the owner installs the schema, each function uses the role of its capability, `hds` uses heritage_service, and
-- GIS desktops use heritage_reader. A local database creates them earlier.
do $$
declare
  role_name text;
begin
  foreach role_name in array array[
    'heritage_service', 'heritage_reader', 'heritage_read', 'heritage_write', 'heritage_sign_in', 'heritage_revoke', 'heritage_administer', 'heritage_export',
    'heritage_derive'
  ] loop
    if not exists (select from pg_roles r where r.rolname = role_name) then
      execute format('create role %I nologin', role_name);
    end if;
  end loop;
end
$$;

create extension if not exists postgis;

create extension if not exists pg_trgm with schema public;

-- Frequent statements, installed as functions (docs/adr/048-kept-statements.md).
create schema kept;

-- The tables of spatial views. Only the owner may use it: a view reads its table with the rights of its owner.
create schema spatial_layer;

-- heritage_service may change all data but never the schema. This applies to all tables created later. The rights of the roles of functions
-- on tables are in grants.sql. They may call all functions, because a function has only the rights of its caller.
grant usage on schema public, kept to heritage_service, heritage_read, heritage_write, heritage_sign_in, heritage_revoke, heritage_administer, heritage_export, heritage_derive;
alter default privileges in schema public grant select, insert, update, delete on tables to heritage_service;

-- GIS desktops log in as heritage_reader, which may read spatial views and call functions of PostGIS. It may not call functions of this
-- service, which could bypass the views.
alter default privileges revoke execute on routines from public;
alter default privileges in schema public grant execute on routines
  to heritage_service, heritage_read, heritage_write, heritage_sign_in, heritage_revoke, heritage_administer, heritage_export, heritage_derive;
alter default privileges in schema kept grant execute on routines
  to heritage_service, heritage_read, heritage_write, heritage_sign_in, heritage_revoke, heritage_administer, heritage_export, heritage_derive;

-- This works if the migrating role owns the database and created the roles, as in AWS. Otherwise an administrator does the same by hand
-- (docs/spatial-views.md).
do $$
begin
  if exists (select from pg_database d where d.datname = current_database() and pg_has_role(d.datdba, 'member')) then
    execute format('revoke temporary on database %I from public', current_database());
    -- Texts larger than a request are assembled in a temporary table.
    execute format('grant temporary on database %I to heritage_service, heritage_write', current_database());
  end if;
  alter role heritage_reader set search_path = public, readable, pg_catalog;
  alter role heritage_reader set default_transaction_read_only = on;
  alter role heritage_reader set statement_timeout = '60s';
  alter role heritage_reader set idle_in_transaction_session_timeout = '60s';
  -- The role may change its other settings, but not this one.
  alter role heritage_reader connection limit 40;
exception when insufficient_privilege then
  null;
end
$$;
