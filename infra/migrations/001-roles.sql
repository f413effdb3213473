-- The three roles of the service. The owner runs migrations, the service role is what functions use,
-- the reader role is for GIS desktops. Where they exist already (the local database makes them) nothing happens.
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

-- What the service role may touch: data, never the shape of the database. It counts for every table made after it.
grant usage on schema public to heritage_service;
alter default privileges in schema public grant select, insert, update, delete on tables to heritage_service;
