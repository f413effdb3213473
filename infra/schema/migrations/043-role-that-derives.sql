-- The role of the function that examines pictures and makes their derivatives. Its rights on tables are granted at the end of the run.
do $$
begin
  if not exists (select from pg_roles r where r.rolname = 'heritage_derive') then
    create role heritage_derive nologin;
  end if;
end
$$;

grant usage on schema public, kept to heritage_derive;

alter default privileges in schema public grant execute on routines to heritage_derive;
alter default privileges in schema kept grant execute on routines to heritage_derive;

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
    execute format('grant execute on routine %s to heritage_derive', own_function);
  end loop;
end
$$;
