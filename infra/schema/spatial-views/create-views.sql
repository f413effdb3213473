-- Writes the comments of a view, which GIS desktops show. Every role can read comments, so those of unreadable nodes stay empty. It uses
-- the results of `find_nodes` and `refill`.
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
  view_kind text;
  view_name text;
  column_comment record;
begin
  foreach view_kind in array spatial_layer.geometry_kinds(made.is_mixed) loop
    -- The owner of the schema may have renamed the view.
    continue when spatial_layer.find_view(made, view_kind) is null;
    view_name = format('%I.%I', made.schema_name, made.slug || '_' || view_kind);
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
    for column_comment in
      select c.name, c.description
      from (
        values
          ('gid', 'The number of the feature. It stays the same.'),
          ('tileid', 'The tile that the geometry belongs to.'),
          ('nodeid', 'The node that the geometry is a value of.'),
          ('geom', 'The geometry.'),
          ('resourceinstanceid', 'The resource instance that the geometry belongs to.')
      ) as c (name, description)
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
      execute format('comment on column %s.%I is %L', view_name, column_comment.name, column_comment.description);
    end loop;
  end loop;
-- The owner of the schema may have changed the owner of a view or renamed a column; this must not stop a write.
exception when insufficient_privilege or undefined_column then
  null;
end
$$;

-- Stores the nodes from which the rows of a view are computed.
create function spatial_layer.find_nodes(view_id uuid) returns void
language plpgsql
as $$
begin
  delete from spatial_layer.view_node v
  where v.spatial_view_id = view_id;

  with used_node as (
    select 0 as position, 'geometry' as role, v.geometry_node_id as node_id
    from spatial_view v
    where v.spatial_view_id = view_id
    union all
    select a.position, 'attribute', a.node_id
    from spatial_view_attribute a
    where a.spatial_view_id = view_id
    union all
    select a.position, 'target', spatial_layer.referenced_id(n.config -> 'nodeid')
    from spatial_view_attribute a
    join node n on n.node_id = a.node_id
    where a.spatial_view_id = view_id
      and n.column_text ->> 'as' = 'tile'
      and spatial_layer.referenced_id(n.config -> 'nodeid') is not null
  )
  insert into spatial_layer.view_node (
    spatial_view_id, position, role, node_id, nodegroup_id, text_as, is_whole, each_path, text_paths, config
  )
  select
    view_id,
    u.position,
    u.role,
    u.node_id,
    case when u.role <> 'geometry' or n.holds = 'geometry' then n.nodegroup_id end,
    coalesce(n.column_text ->> 'as', 'text'),
    coalesce(n.column_text ->> 'as', 'text') in ('text', 'text by language') and not coalesce(n.column_text, '{}') ?| array['each', 'texts'],
    coalesce(n.column_text ->> 'each', '$')::jsonpath,
    coalesce((select array_agg(p.path::jsonpath order by p.position) from jsonb_array_elements_text(n.column_text -> 'texts') with ordinality p (path, position)), '{$}'),
    n.config
  from used_node u
  left join node n on n.node_id = u.node_id;
end
$$;

-- Creates the views of a spatial view, or updates existing ones. Their rows are filled later.
create function spatial_layer.create_views(view_id uuid) returns void
language plpgsql
as $$
declare
  made spatial_layer.made_view;
  already_exists boolean = exists (select from spatial_layer.made_view m where m.spatial_view_id = view_id);
  former_columns integer = coalesce((select cardinality(m.column_names) from spatial_layer.made_view m where m.spatial_view_id = view_id), 0);
  view_kind text;
  view_name text;
  table_name text;
  column_number integer;
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
  if not already_exists then
    perform spatial_layer.check_schema(made.schema_name);
  end if;
  foreach view_kind in array spatial_layer.geometry_kinds(made.is_mixed) loop
    view_name = format('%I.%I', made.schema_name, made.slug || '_' || view_kind);
    table_name = spatial_layer.object_name(view_id, view_kind);
    if not already_exists then
      perform spatial_layer.check_name(made.schema_name, made.slug || '_' || view_kind);
      execute format(
        'create table spatial_layer.%I (gid integer primary key, tileid text not null, nodeid text not null, geom geometry(%s, %s) not null, resourceinstanceid text not null)',
        table_name,
        case view_kind
          when 'point' then 'MultiPoint'
          when 'linestring' then 'MultiLineString'
          when 'polygon' then 'MultiPolygon'
          else 'Geometry'
        end,
        made.srid
      );
      -- Statistics would reveal unreadable values (features/tables.sql).
      execute format('alter table spatial_layer.%I alter column geom set statistics 0', table_name);
    end if;
    for column_number in former_columns + 1 .. cardinality(made.column_names) loop
      execute format('alter table spatial_layer.%I add column %I text', table_name, 'attribute_' || column_number);
      execute format('alter table spatial_layer.%I alter column %I set statistics 0', table_name, 'attribute_' || column_number);
    end loop;
    execute format(
      'create or replace view %s as select gid, tileid, nodeid, geom, resourceinstanceid%s from spatial_layer.%I where not exists (select from spatial_layer.filling f where f.spatial_view_id = %L)',
      view_name,
      (
        select string_agg(format(', attribute_%s as %I', c.position, c.name), '' order by c.position)
        from unnest(made.column_names) with ordinality as c (name, position)
      ),
      table_name,
      view_id
    );
    -- By default, heritage_service gets rights on every new view in the schema public, but it must not use these.
    execute format('revoke all on %s from public, heritage_service', view_name);
    execute format('grant select on %s to heritage_reader', view_name);
  end loop;
  execute format('grant usage on schema %I to heritage_reader', made.schema_name);
  perform spatial_layer.create_refresh_function(made);
exception when duplicate_table or duplicate_object then
  raise exception 'The name of a view of this spatial view is taken. Choose another slug.' using errcode = 'SV002', detail = sqlerrm;
end
$$;

-- Indexes filled tables and updates the statistics of the planner.
create function spatial_layer.index_tables(view_id uuid) returns void
language plpgsql
as $$
declare
  table_name text;
begin
  for table_name in
    select spatial_layer.object_name(view_id, k.kind)
    from spatial_layer.made_view m
    cross join lateral unnest(spatial_layer.geometry_kinds(m.is_mixed)) as k (kind)
    where m.spatial_view_id = view_id
  loop
    -- Each change of a resource instance looks up its rows.
    execute format('create index on spatial_layer.%I (resourceinstanceid)', table_name);
    execute format('create index on spatial_layer.%I using spgist (geom)', table_name);
    execute format('analyze spatial_layer.%I', table_name);
  end loop;
  update spatial_layer.made_view m
  set is_indexed = true
  where m.spatial_view_id = view_id;
end
$$;
