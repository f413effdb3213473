-- What the roles of the database may do, and nobody else. GIS desktops log in as heritage_reader: it reads the views of spatial views and calls the
-- functions of PostGIS. Any function of ours that it could call would be a way past the views.
do $$
declare
  ours regprocedure;
  in_schema regnamespace;
begin
  for ours, in_schema in
    select p.oid::regprocedure, p.pronamespace::regnamespace
    from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'kept'::regnamespace, 'spatial_layer'::regnamespace)
      and p.proowner = current_user::regrole
      and not exists (
        select
        from pg_depend d
        where d.classid = 'pg_proc'::regclass
          and d.objid = p.oid
          and d.deptype = 'e'
      )
  loop
    execute format('revoke execute on routine %s from public', ours);
    if in_schema <> 'spatial_layer'::regnamespace then
      execute format('grant execute on routine %s to heritage_service', ours);
    end if;
  end loop;
end
$$;

-- Functions that are made later, such as those of kept statements.
alter default privileges revoke execute on routines from public;
alter default privileges in schema public grant execute on routines to heritage_service;
alter default privileges in schema kept grant execute on routines to heritage_service;

-- GDAL and others look for layers in pg_class, which lists what a role may not read, too. The reader finds this one before that of
-- PostgreSQL: with the relations that it may read, and their comments.
create schema readable;
grant usage on schema readable to heritage_reader;
create view readable.pg_class as
select c.*
from pg_catalog.pg_class c
where c.relkind not in ('r', 'v', 'm', 'f', 'p')
  or pg_catalog.has_any_column_privilege(c.oid, 'select');
create view readable.pg_description as
select d.*
from pg_catalog.pg_description d
union all
select d.objoid, 'readable.pg_class'::regclass, d.objsubid, d.description
from pg_catalog.pg_description d
where d.classoid = 'pg_catalog.pg_class'::regclass;
grant select on readable.pg_class, readable.pg_description to heritage_reader;

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
