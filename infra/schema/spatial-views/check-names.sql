-- Raises an error for a schema in which the service cannot create views.
create function spatial_layer.check_schema(name text) returns void
language plpgsql
as $$
declare
  schema_id oid = (select n.oid from pg_namespace n where n.nspname = name);
begin
  if schema_id is null then
    raise exception 'There is no schema "%" in the database. Create it first.', name using errcode = 'SV003';
  end if;
  if name like 'pg\_%'
    or name in ('information_schema', 'kept', 'readable', 'spatial_layer')
    or exists (
      select
      from pg_depend d
      where d.classid = 'pg_namespace'::regclass
        and d.objid = schema_id
        and d.deptype = 'e'
    ) then
    raise exception 'The schema "%" belongs to the system. Name another one.', name using errcode = 'SV003';
  end if;
  if not has_schema_privilege(schema_id, 'create') or not has_schema_privilege(schema_id, 'usage') then
    raise exception 'The schema "%" cannot be written. Grant usage and create on it to %.', name, quote_ident(current_user)
      using errcode = 'SV003';
  end if;
end
$$;

-- Raises an error for a view name that is too long or already used.
create function spatial_layer.check_name(in_schema text, name text) returns void
language plpgsql
as $$
begin
  if octet_length(name) > 63 then
    raise exception 'The name "%" of a view would be longer than 63 bytes. Choose a shorter slug.', name using errcode = 'SV002';
  end if;
  if exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = in_schema and c.relname = name)
    or exists (select from pg_type t join pg_namespace n on n.oid = t.typnamespace where n.nspname = in_schema and t.typname = name)
  then
    raise exception 'There is a relation or type with the name "%" in the schema "%" already. Choose another slug.', name, in_schema
      using errcode = 'SV002';
  end if;
end
$$;
