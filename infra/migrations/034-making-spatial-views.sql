-- Rows of spatial_view make, replace and take away real views, in the same transaction.

-- Whoever writes what views are made of holds this lock together with others; whoever makes a view waits until none of them is left, and they
-- wait for him. So he sees all that was written before, and they see the view. It is taken before every other lock. Nothing is ever in this
-- table: only who may enter here can lock it. Advisory locks are anybody's, a reader of spatial views too, and every writer would wait.
create table spatial_layer.lock_of_writers ();

create function spatial_layer.lock_with_writers() returns void
language plpgsql
as $$
begin
  lock table spatial_layer.lock_of_writers in row share mode;
end
$$;

create function spatial_layer.lock_before_writers() returns void
language plpgsql
as $$
begin
  lock table spatial_layer.lock_of_writers in exclusive mode;
end
$$;

-- A view for each of these, by the word that its name ends with.
create function spatial_layer.kinds(is_mixed boolean) returns text[]
language sql immutable
return case when is_mixed then array['mixed_geom'] else array['point', 'linestring', 'polygon'] end;

create function spatial_layer.kind_of(geom geometry, is_mixed boolean) returns text
language sql immutable
return case
  when is_mixed then 'mixed_geom'
  else geometry_kind(geom)
end;

-- The names of tables and functions come from the id, which no change of a slug touches.
create function spatial_layer.object_name(view_id uuid, kind text) returns text
language sql immutable
return replace(view_id::text, '-', '') || '_' || kind;

-- As much of a text as a name of PostgreSQL holds: 63 bytes, or fewer.
create function spatial_layer.cut_name(name text, most integer) returns text
language plpgsql immutable
as $$
begin
  while octet_length(name) > most loop
    name = left(name, -1);
  end loop;
  return name;
end
$$;

-- A name of a column: small letters of the alphabet, digits and underscores. Empty where nothing of the text is left.
create function spatial_layer.slugified(name text) returns text
language plpgsql immutable
as $$
begin
  name = regexp_replace(normalize(lower(name), nfkd), U&'[\0300-\036f]', '', 'g');
  name = btrim(regexp_replace(name, '[^a-z0-9]+', '_', 'g'), '_');
  return spatial_layer.cut_name(case when name ~ '^[0-9]' then '_' || name else name end, 63);
end
$$;

-- Works out the columns of a view for its attributes. A node that the model has lost keeps the name that its column had.
create function spatial_layer.name_columns(view_id uuid) returns void
language plpgsql
as $$
declare
  one record;
  wanted text;
  candidate text;
  number integer;
  taken text[] = array[
    'gid', 'tileid', 'nodeid', 'geom', 'resourceinstanceid', 'tableoid', 'ctid', 'xmin', 'xmax', 'cmin', 'cmax'
  ];
  names jsonb = '[]';
begin
  for one in
    select
      a.place,
      i.node_id,
      coalesce(a.attribute ->> 'description', '') as description,
      coalesce(
        nullif(spatial_layer.slugified(n.alias), ''),
        nullif(spatial_layer.slugified(spatial_layer.text_of(n.name, true, array[v.language_id])), ''),
        (
          select former.column_name
          from spatial_view_attribute former
          where former.spatial_view_id = view_id
            and former.node_id = i.node_id
            and n.node_id is null
          limit 1
        ),
        'attribute_' || a.place
      ) as wanted
    from spatial_view v
    cross join lateral jsonb_path_query(v.attribute_nodes, '$[*]') with ordinality as a (attribute, place)
    cross join lateral (select spatial_layer.id_in(a.attribute -> 'nodeid') as node_id) i
    left join node n on n.node_id = i.node_id
    where v.spatial_view_id = view_id
      and i.node_id is not null
    order by a.place
  loop
    candidate = one.wanted;
    number = 1;
    while candidate = any (taken) loop
      number = number + 1;
      candidate = spatial_layer.cut_name(one.wanted, 62 - length(number::text)) || '_' || number;
    end loop;
    taken = taken || candidate;
    names = names || jsonb_build_object('node_id', one.node_id, 'column_name', candidate, 'description', one.description);
  end loop;

  delete from spatial_view_attribute a
  where a.spatial_view_id = view_id;

  insert into spatial_view_attribute (spatial_view_id, position, node_id, column_name, description)
  select view_id, n.place, (n.name ->> 'node_id')::uuid, n.name ->> 'column_name', n.name ->> 'description'
  from jsonb_array_elements(names) with ordinality as n (name, place);
end
$$;

-- What stops a view from showing what it is to show, in sentences: nodes that the model has lost or changed.
create function spatial_view_problems(view_id uuid) returns text[]
language plpgsql stable
as $$
begin
  return array(
    select p.problem
    from (
      select
        0 as position,
        case
          when g.node_id is null then
            format('The model has lost the node %s of its geometries: the view shows nothing.', v.geometry_node_id)
          when g.holds is distinct from 'geometry' then
            format('The node %s holds no geometries any more: the view shows nothing.', v.geometry_node_id)
        end as problem
      from spatial_view v
      left join node g on g.node_id = v.geometry_node_id
      where v.spatial_view_id = view_id
      union all
      select
        a.position,
        case
          when n.node_id is null then
            format('The model has lost the node %s of the column %s: the column is empty.', a.node_id, quote_ident(a.column_name))
          when n.column_text ->> 'as' = 'nothing' then
            format('The node %s of the column %s has no values that are texts: the column is empty.', a.node_id, quote_ident(a.column_name))
        end
      from spatial_view_attribute a
      left join node n on n.node_id = a.node_id
      where a.spatial_view_id = view_id
    ) p
    where p.problem is not null
    order by p.position
  );
end
$$;

-- The view of a kind, where it is there and still shows its table: whoever owns the schema may have dropped it, or renamed it.
create function spatial_layer.own_view(made spatial_layer.made_view, kind text) returns oid
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

-- What was built on the views and tables of a spatial view, and on what was built on these; not its views themselves. By schema and name.
create function spatial_layer.dependants(view_id uuid) returns text[]
language plpgsql stable
as $$
declare
  own_tables oid[];
  own_views oid[];
begin
  select
    array_agg(to_regclass(format('spatial_layer.%I', spatial_layer.object_name(view_id, k.kind)))::oid),
    array_agg(spatial_layer.own_view(m, k.kind))
  into own_tables, own_views
  from spatial_layer.made_view m
  cross join lateral unnest(spatial_layer.kinds(m.is_mixed)) as k (kind)
  where m.spatial_view_id = view_id;
  return array(
    with recursive built (class_id, object_id) as (
      select 'pg_class'::regclass::oid, o.id
      from unnest(own_tables || own_views) as o (id)
      where o.id is not null
      union
      select e.class_id, e.object_id
      from built b
      -- Values of the type of its rows may stand in a function or a column.
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
    from built b
    cross join lateral pg_identify_object(b.class_id, b.object_id, 0) i
    where b.object_id <> all (array_remove(own_tables || own_views, null))
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
    raise exception 'Others depend on the views of this spatial view, and would break: %. Remove them first.', array_to_string(names, ', ')
      using errcode = 'SV001';
  end if;
end
$$;

-- Takes the views of a spatial view away, with all that belongs to them.
create function spatial_layer.take_away(view_id uuid) returns void
language plpgsql
as $$
declare
  made spatial_layer.made_view;
  one_kind text;
begin
  select *
  into made
  from spatial_layer.made_view m
  where m.spatial_view_id = view_id;
  if not found then
    return;
  end if;
  perform spatial_layer.refuse_dependants(view_id);
  foreach one_kind in array spatial_layer.kinds(made.is_mixed) loop
    if spatial_layer.own_view(made, one_kind) is not null then
      execute format('drop view %I.%I', made.schema_name, made.slug || '_' || one_kind);
    end if;
    execute format('drop table spatial_layer.%I', spatial_layer.object_name(view_id, one_kind));
  end loop;
  execute format('drop function spatial_layer.%I', spatial_layer.object_name(view_id, 'put'));
  delete from spatial_layer.made_view m
  where m.spatial_view_id = view_id;
exception when dependent_objects_still_exist then
  raise exception 'Others depend on the views of this spatial view, and would break. Remove them first.'
    using errcode = 'SV001', detail = sqlerrm;
end
$$;

-- Refuses a schema in which no views can be.
create function spatial_layer.check_schema(name text) returns void
language plpgsql
as $$
declare
  found_schema oid = (select n.oid from pg_namespace n where n.nspname = name);
begin
  if found_schema is null then
    raise exception 'There is no schema "%" in the database. Create it first.', name using errcode = 'SV003';
  end if;
  if name like 'pg\_%'
    or name in ('information_schema', 'spatial_layer', 'kept')
    or exists (
      select
      from pg_depend d
      where d.classid = 'pg_namespace'::regclass
        and d.objid = found_schema
        and d.deptype = 'e'
    ) then
    raise exception 'The schema "%" belongs to the system. Name another one.', name using errcode = 'SV003';
  end if;
  if not has_schema_privilege(found_schema, 'create') or not has_schema_privilege(found_schema, 'usage') then
    raise exception 'The schema "%" cannot be written. Grant usage and create on it to %.', name, quote_ident(current_user)
      using errcode = 'SV003';
  end if;
end
$$;

-- Refuses a name of a view that is too long, or that something else has.
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

-- Makes the function that brings the tables of a view into line with the rows that some resource instances are to have.
create function spatial_layer.make_put(made spatial_layer.made_view) returns void
language plpgsql
as $$
declare
  columns text[] = array(select 'attribute_' || c.place from generate_series(1, cardinality(made.column_names)) c (place));
  sources text[] = array(select format('w.attributes[%s]', c.place) from generate_series(1, cardinality(made.column_names)) c (place));
  pieces text = '';
  one_kind text;
begin
  foreach one_kind in array spatial_layer.kinds(made.is_mixed) loop
    pieces = pieces || format(
      $piece$
  delete from spatial_layer.%1$I r
  where r.resourceinstanceid in (select unnest(due))
    and not exists (select from unnest(wanted) w where w.gid = r.gid and w.kind = %2$L);

  insert into spatial_layer.%1$I as r (gid, tileid, nodeid, geom, resourceinstanceid%3$s)
  select w.gid, w.tile_id::text, %4$L, w.geom, w.resource_id::text%5$s
  from unnest(wanted) w
  left join spatial_layer.%1$I r on r.gid = w.gid
  where w.kind = %2$L
    and (r.gid is null or (r.tileid, r.nodeid, r.geom, r.resourceinstanceid%6$s) is distinct from (w.tile_id::text, %4$L, w.geom, w.resource_id::text%5$s))
  on conflict (gid) do update
  set (tileid, nodeid, geom, resourceinstanceid%3$s) = row (excluded.tileid, excluded.nodeid, excluded.geom, excluded.resourceinstanceid%7$s);
$piece$,
      spatial_layer.object_name(made.spatial_view_id, one_kind),
      one_kind,
      (select string_agg(', ' || c, '' order by o) from unnest(columns) with ordinality as u (c, o)),
      made.geometry_node_id::text,
      (select string_agg(', ' || c, '' order by o) from unnest(sources) with ordinality as u (c, o)),
      (select string_agg(', r.' || c, '' order by o) from unnest(columns) with ordinality as u (c, o)),
      (select string_agg(', excluded.' || c, '' order by o) from unnest(columns) with ordinality as u (c, o))
    );
  end loop;
  execute format(
    'create or replace function spatial_layer.%I(due text[], wanted spatial_layer.wanted_row[]) returns void language plpgsql as %L',
    spatial_layer.object_name(made.spatial_view_id, 'put'),
    E'\nbegin' || pieces || E'end\n'
  );
end
$$;

-- The comments of a view, as GIS desktops show them. Everybody reads comments: those of what is closed are empty. `find_nodes` and `refill` have told
-- what is shown.
create function spatial_layer.comment_on_view(made spatial_layer.made_view) returns void
language plpgsql
as $$
declare
  problems text[] = spatial_view_problems(made.spatial_view_id);
  closed_nodes uuid[] = array(
    select n.node_id
    from spatial_layer.view_node n
    where n.spatial_view_id = made.spatial_view_id
      and n.nodegroup_id is not null
      and not n.is_shown
  );
  is_closed boolean = made.geometry_node_id = any (closed_nodes);
  one_kind text;
  view_name text;
  one record;
begin
  foreach one_kind in array spatial_layer.kinds(made.is_mixed) loop
    -- Whoever owns the schema may have renamed it.
    continue when spatial_layer.own_view(made, one_kind) is null;
    view_name = format('%I.%I', made.schema_name, made.slug || '_' || one_kind);
    execute format(
      'comment on view %s is %L',
      view_name,
      (
        select concat_ws(E'\n', v.description, nullif(array_to_string(problems, E'\n'), ''))
        from spatial_view v
        where v.spatial_view_id = made.spatial_view_id
          and not is_closed
      )
    );
    for one in
      select c.name, c.said
      from (
        values
          ('gid', 'The number of the feature. It stays the same.'),
          ('tileid', 'The tile that the geometry belongs to.'),
          ('nodeid', 'The node that the geometry is a value of.'),
          ('geom', 'The geometry.'),
          ('resourceinstanceid', 'The resource instance that the geometry belongs to.')
      ) as c (name, said)
      union all
      select
        a.column_name,
        case
          when not is_closed and a.node_id <> all (closed_nodes)
            then concat_ws(E'\n', a.description, case when n.node_id is null then 'The model has lost the node of this column: it is empty.' end)
        end
      from spatial_view_attribute a
      left join node n on n.node_id = a.node_id
      where a.spatial_view_id = made.spatial_view_id
        and a.column_name = any (made.column_names)
    loop
      execute format('comment on column %s.%I is %L', view_name, one.name, one.said);
    end loop;
  end loop;
-- Whoever owns the schema may have given a view to somebody else, or renamed a column: no write fails because of that.
exception when insufficient_privilege or undefined_column then
  null;
end
$$;

-- Works out what the rows of a view are made of.
create function spatial_layer.find_nodes(view_id uuid) returns void
language plpgsql
as $$
begin
  delete from spatial_layer.view_node v
  where v.spatial_view_id = view_id;

  with wanted as (
    select 0 as position, 'geometry' as role, v.geometry_node_id as node_id
    from spatial_view v
    where v.spatial_view_id = view_id
    union all
    select a.position, 'attribute', a.node_id
    from spatial_view_attribute a
    where a.spatial_view_id = view_id
    union all
    select a.position, 'target', spatial_layer.id_in(n.config -> 'nodeid')
    from spatial_view_attribute a
    join node n on n.node_id = a.node_id
    where a.spatial_view_id = view_id
      and n.column_text ->> 'as' = 'tile'
      and spatial_layer.id_in(n.config -> 'nodeid') is not null
  )
  insert into spatial_layer.view_node (
    spatial_view_id, position, role, node_id, nodegroup_id, text_as, is_whole, each_path, text_paths, config
  )
  select
    view_id,
    w.position,
    w.role,
    w.node_id,
    case when w.role <> 'geometry' or n.holds = 'geometry' then n.nodegroup_id end,
    coalesce(n.column_text ->> 'as', 'text'),
    coalesce(n.column_text ->> 'as', 'text') in ('text', 'text by language') and not coalesce(n.column_text, '{}') ?| array['each', 'texts'],
    coalesce(n.column_text ->> 'each', '$')::jsonpath,
    coalesce((select array_agg(p.path::jsonpath order by p.place) from jsonb_array_elements_text(n.column_text -> 'texts') with ordinality p (path, place)), '{$}'),
    n.config
  from wanted w
  left join node n on n.node_id = w.node_id;
end
$$;

-- Makes the views of a spatial view, or brings those that there are into line with it. Its rows are filled afterwards.
create function spatial_layer.make(view_id uuid) returns void
language plpgsql
as $$
declare
  made spatial_layer.made_view;
  is_there boolean = exists (select from spatial_layer.made_view m where m.spatial_view_id = view_id);
  former_columns integer = coalesce((select cardinality(m.column_names) from spatial_layer.made_view m where m.spatial_view_id = view_id), 0);
  one_kind text;
  view_name text;
  table_name text;
  place integer;
begin
  insert into spatial_layer.made_view (
    spatial_view_id, schema_name, slug, is_mixed, srid, geometry_node_id, graph_id, languages, column_names
  )
  select
    v.spatial_view_id,
    v.schema_name,
    v.slug,
    v.is_mixed_geometry_types,
    v.srid,
    v.geometry_node_id,
    (select n.graph_id from node n where n.node_id = v.geometry_node_id),
    array[v.language_id, default_language()],
    array(
      select a.column_name
      from spatial_view_attribute a
      where a.spatial_view_id = view_id
      order by a.position
    )
  from spatial_view v
  where v.spatial_view_id = view_id
  on conflict (spatial_view_id) do update
  set
    geometry_node_id = excluded.geometry_node_id,
    graph_id = coalesce(excluded.graph_id, made_view.graph_id),
    languages = excluded.languages,
    column_names = excluded.column_names
  returning *
  into made;

  perform spatial_layer.find_nodes(view_id);
  if not is_there then
    perform spatial_layer.check_schema(made.schema_name);
  end if;
  foreach one_kind in array spatial_layer.kinds(made.is_mixed) loop
    view_name = format('%I.%I', made.schema_name, made.slug || '_' || one_kind);
    table_name = spatial_layer.object_name(view_id, one_kind);
    if not is_there then
      perform spatial_layer.check_name(made.schema_name, made.slug || '_' || one_kind);
      execute format(
        'create table spatial_layer.%I (gid integer primary key, tileid text not null, nodeid text not null, geom geometry(%s, %s) not null, resourceinstanceid text not null)',
        table_name,
        case one_kind
          when 'point' then 'MultiPoint'
          when 'linestring' then 'MultiLineString'
          when 'polygon' then 'MultiPolygon'
          else 'Geometry'
        end,
        made.srid
      );
      -- They would tell of what was open before (005-resources.sql).
      execute format('alter table spatial_layer.%I alter column geom set statistics 0', table_name);
      -- The rows of a resource instance are looked for whenever it changes.
      execute format('create index on spatial_layer.%I (resourceinstanceid)', table_name);
    end if;
    for place in former_columns + 1 .. cardinality(made.column_names) loop
      execute format('alter table spatial_layer.%I add column %I text', table_name, 'attribute_' || place);
      execute format('alter table spatial_layer.%I alter column %I set statistics 0', table_name, 'attribute_' || place);
    end loop;
    execute format(
      'create or replace view %s as select gid, tileid, nodeid, geom, resourceinstanceid%s from spatial_layer.%I',
      view_name,
      (
        select string_agg(format(', attribute_%s as %I', c.place, c.name), '' order by c.place)
        from unnest(made.column_names) with ordinality as c (name, place)
      ),
      table_name
    );
    -- The service role is given every table of its schema, and has nothing to do here.
    execute format('revoke all on %s from public, heritage_service', view_name);
    execute format('grant select on %s to heritage_reader', view_name);
  end loop;
  execute format('grant usage on schema %I to heritage_reader', made.schema_name);
  perform spatial_layer.make_put(made);
exception when duplicate_table or duplicate_object then
  raise exception 'The name of a view of this spatial view is taken. Choose another slug.' using errcode = 'SV002', detail = sqlerrm;
end
$$;

-- Whether the views of a spatial view can stay, with columns added at the end: all else would be a change for whoever uses them.
create function spatial_layer.can_stay(view_id uuid) returns boolean
language plpgsql stable
as $$
begin
  return exists (
    select
    from spatial_layer.made_view m
    join spatial_view v on v.spatial_view_id = m.spatial_view_id
    where m.spatial_view_id = view_id
      and v.is_active
      and (v.schema_name, v.slug, v.is_mixed_geometry_types, v.srid) = (m.schema_name, m.slug, m.is_mixed, m.srid)
      and not exists (
        select
        from unnest(m.column_names) with ordinality as c (name, place)
        where not exists (
          select
          from spatial_view_attribute a
          where a.spatial_view_id = view_id
            and a.position = c.place
            and a.column_name = c.name
        )
      )
      and not exists (
        select
        from unnest(spatial_layer.kinds(m.is_mixed)) as k (kind)
        where spatial_layer.own_view(m, k.kind) is null
      )
  );
end
$$;

-- Indexes the places of tables that were just filled; then the planner learns how many rows they have.
create function spatial_layer.index_tables(view_id uuid) returns void
language plpgsql
as $$
declare
  table_name text;
begin
  for table_name in
    select spatial_layer.object_name(view_id, k.kind)
    from spatial_layer.made_view m
    cross join lateral unnest(spatial_layer.kinds(m.is_mixed)) as k (kind)
    where m.spatial_view_id = view_id
  loop
    execute format('create index on spatial_layer.%I using spgist (geom)', table_name);
    execute format('analyze spatial_layer.%I', table_name);
  end loop;
  update spatial_layer.made_view m
  set is_indexed = true
  where m.spatial_view_id = view_id;
end
$$;

create function spatial_layer.follow_spatial_view() returns trigger
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
set lock_timeout = '3s'
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
  changed_ids uuid[];
  one uuid;
begin
  perform spatial_layer.lock_before_writers();
  perform lock_names();
  changed_ids = array(select distinct c.spatial_view_id from changed c order by 1);
  foreach one in array changed_ids loop
    perform spatial_layer.name_columns(one);
    if not spatial_layer.can_stay(one) then
      perform spatial_layer.take_away(one);
    end if;
  end loop;
  foreach one in array changed_ids loop
    if exists (select from spatial_view v where v.spatial_view_id = one and v.is_active) then
      perform spatial_layer.make(one);
      perform spatial_layer.refill(one);
    end if;
  end loop;
  perform spatial_layer.refresh();
  return null;
end
$$;

create trigger views_of_new_row
  after insert on spatial_view
  referencing new table as changed
  for each statement execute function spatial_layer.follow_spatial_view();

create trigger views_of_row
  after update on spatial_view
  referencing new table as changed
  for each statement execute function spatial_layer.follow_spatial_view();

create trigger views_of_gone_row
  after delete on spatial_view
  referencing old table as changed
  for each statement execute function spatial_layer.follow_spatial_view();
