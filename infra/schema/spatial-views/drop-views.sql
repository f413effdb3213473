-- Finds a view if it still exists and selects from its table. The owner of the schema can have dropped or renamed it.
create function spatial_layer.find_view(made spatial_layer.made_view, kind text) returns oid
language plpgsql stable
as $$
begin
  return (
    select c.oid
    from pg_class c
    where c.oid = to_regclass(format('%I.%I', made.schema_name, made.slug || '_' || kind))
      and c.relkind = 'v'
      and exists (
        select
        from pg_rewrite w
        join pg_depend d
          on d.classid = 'pg_rewrite'::regclass
          and d.objid = w.oid
        where w.ev_class = c.oid
          and d.refobjid = to_regclass(format('spatial_layer.%I', spatial_layer.object_name(made.spatial_view_id, kind)))
      )
  );
end
$$;

-- The objects that depend on the views and tables of a spatial view, directly or indirectly, as qualified names. Its own views and tables
-- are left out.
create function spatial_layer.dependants(view_id uuid) returns text[]
language plpgsql stable
as $$
declare
  table_ids oid[];
  view_ids oid[];
begin
  select
    array_agg(to_regclass(format('spatial_layer.%I', spatial_layer.object_name(view_id, k.kind)))::oid),
    array_agg(spatial_layer.find_view(m, k.kind))
  into table_ids, view_ids
  from spatial_layer.made_view m
  cross join lateral unnest(spatial_layer.geometry_kinds(m.is_mixed)) as k (kind)
  where m.spatial_view_id = view_id;
  return array(
    with recursive dependent_object (class_id, object_id) as (
      select 'pg_class'::regclass::oid, o.id
      from unnest(table_ids || view_ids) as o (id)
      where o.id is not null
      union
      select e.class_id, e.object_id
      from dependent_object b
      -- A function or column may use the row type.
      cross join lateral (
        select b.class_id, b.object_id
        union all
        select 'pg_type'::regclass, t.oid
        from pg_type t
        left join pg_type a on a.typelem = t.oid
        where b.class_id = 'pg_class'::regclass
          and t.typrelid = b.object_id
        union all
        select 'pg_type'::regclass, t.typarray
        from pg_type t
        where b.class_id = 'pg_class'::regclass
          and t.typrelid = b.object_id
          and t.typarray <> 0
      ) k (class_id, object_id)
      join pg_depend d
        on d.refclassid = k.class_id
        and d.refobjid = k.object_id
        and d.deptype = 'n'
      left join pg_rewrite w
        on d.classid = 'pg_rewrite'::regclass
        and w.oid = d.objid
      cross join lateral (
        select
          case when w.oid is null then d.classid else 'pg_class'::regclass end,
          coalesce(w.ev_class, d.objid)
      ) e (class_id, object_id)
    )
    select distinct coalesce(i.identity, pg_describe_object(b.class_id, b.object_id, 0)) as name
    from dependent_object b
    cross join lateral pg_identify_object(b.class_id, b.object_id, 0) i
    where b.object_id <> all (array_remove(table_ids || view_ids, null))
      and b.class_id in ('pg_class'::regclass, 'pg_proc'::regclass, 'pg_constraint'::regclass, 'pg_policy'::regclass)
    order by 1
  );
end
$$;

create function spatial_layer.refuse_dependants(view_id uuid) returns void
language plpgsql
as $$
declare
  names text[] = spatial_layer.dependants(view_id);
begin
  if names <> '{}' then
    raise exception 'Other database objects depend on the views of this spatial view: %. Drop them first.', array_to_string(names, ', ')
      using errcode = 'SV001';
  end if;
end
$$;

-- Drops the views of a spatial view with their tables and their refresh function.
create function spatial_layer.drop_views(view_id uuid) returns void
language plpgsql
as $$
declare
  made spatial_layer.made_view;
  view_kind text;
begin
  select *
  into made
  from spatial_layer.made_view m
  where m.spatial_view_id = view_id;
  if not found then
    return;
  end if;
  perform spatial_layer.refuse_dependants(view_id);
  foreach view_kind in array spatial_layer.geometry_kinds(made.is_mixed) loop
    if spatial_layer.find_view(made, view_kind) is not null then
      execute format('drop view %I.%I', made.schema_name, made.slug || '_' || view_kind);
    end if;
    execute format('drop table spatial_layer.%I', spatial_layer.object_name(view_id, view_kind));
  end loop;
  execute format('drop function spatial_layer.%I', spatial_layer.object_name(view_id, 'put'));
  delete from spatial_layer.made_view m
  where m.spatial_view_id = view_id;
exception when dependent_objects_still_exist then
  raise exception 'Other database objects depend on the views of this spatial view. Drop them first.'
    using errcode = 'SV001', detail = sqlerrm;
end
$$;
