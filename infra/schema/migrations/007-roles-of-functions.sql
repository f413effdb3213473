-- The roles of functions, by capability. Their rights on tables are granted at the end of the run.
do $$
declare
  role_name text;
begin
  foreach role_name in array array['heritage_read', 'heritage_write', 'heritage_sign_in', 'heritage_administer', 'heritage_export'] loop
    if not exists (select from pg_roles r where r.rolname = role_name) then
      execute format('create role %I nologin', role_name);
    end if;
  end loop;
end
$$;

grant usage on schema public, kept to heritage_read, heritage_write, heritage_sign_in, heritage_administer, heritage_export;

alter default privileges in schema public grant execute on routines
  to heritage_read, heritage_write, heritage_sign_in, heritage_administer, heritage_export;
alter default privileges in schema kept grant execute on routines
  to heritage_read, heritage_write, heritage_sign_in, heritage_administer, heritage_export;

-- Functions of extensions can be called by everybody.
do $$
declare
  own_function regprocedure;
begin
  for own_function in
    select p.oid
    from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'kept'::regnamespace)
      and pg_has_role(p.proowner, 'usage')
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  loop
    execute format('grant execute on routine %s to heritage_read, heritage_write, heritage_sign_in, heritage_administer, heritage_export', own_function);
  end loop;
end
$$;

do $$
begin
  if exists (select from pg_database d where d.datname = current_database() and pg_has_role(d.datdba, 'member')) then
    execute format('grant temporary on database %I to heritage_write', current_database());
  end if;
exception when insufficient_privilege then
  null;
end
$$;
