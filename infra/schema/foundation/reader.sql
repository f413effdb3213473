-- GDAL and other clients find layers in pg_class, which also lists relations that a role may not read. In the search path of
-- heritage_reader, this schema comes before pg_catalog, so these views replace the catalogs. They have only the relations that the role may
-- read, with comments.
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
