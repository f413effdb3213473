-- Generates the statements for the rows of a view. Each reads the tiles of a nodegroup once for all its columns.

-- The expression for the text of a column in one tile. `v` contains the values, by the position of their node.
create function spatial_layer.column_expression(column_node spatial_layer.view_node, languages text[]) returns text
language sql immutable
return case
  when column_node.text_as in ('nothing', 'tile') then 'null'
  when column_node.text_as in ('concept value', 'resource instance')
    then format('spatial_layer.label_text(v.value_%s, $2, %L)', column_node.position, spatial_layer.label_key_suffix(column_node.text_as, languages))
  when column_node.is_whole
    then format('nullif(spatial_layer.display_text(v.value_%s, %L, %L), '''')', column_node.position, column_node.text_as = 'text by language', languages)
  else format(
    'spatial_layer.value_text(v.value_%s, %L, %L, %L, %L, %L)',
    column_node.position,
    column_node.text_as,
    column_node.each_path,
    column_node.text_paths,
    column_node.config,
    languages
  )
end;

-- The query for the texts of all columns of a nodegroup, by resource instance. If a node points to a tile, the values come from that tile.
-- @rule Resource instances: In which order are the tiles of a record, and which comes first where sort orders are equal?
create function spatial_layer.texts_of_nodegroup(made spatial_layer.made_view, of_nodegroup uuid, for_all boolean) returns text
language sql stable
begin atomic
  select format(
    $query$select %s
    from (
      select v.resource_id, %s
      from (
        select t.resource_id, coalesce(t.sort_order, 0) as sort_order, t.position, t.tile_id, %s
        from tile t%s
        where t.nodegroup_id = %L
          and t.nodegroup_id = any ($3)
          and %s
        offset 0
      ) v
      order by %s
    ) s%s$query$,
    case when for_all then 's.resource_id, ' else '' end || string_agg(format('string_agg(s.text_%1$s, '', '') as text_%1$s', n.position), ', ' order by n.position),
    string_agg(format('%s as text_%s', spatial_layer.column_expression(coalesce(target, n), made.languages), n.position), ', ' order by n.position),
    string_agg(
      format('%s.data -> %L as value_%s', case when target.node_id is null then 't' else 'target_' || n.position end, coalesce(target.node_id, n.node_id), n.position),
      ', '
      order by n.position
    ),
    string_agg(
      format(
        $target$
        left join (
          tile target_%1$s
          join spatial_layer.shown_resource() shown_%1$s on shown_%1$s.resource_id = target_%1$s.resource_id
        )
          on target_%1$s.tile_id = spatial_layer.referenced_id(t.data -> %2$L)
          and target_%1$s.nodegroup_id = %3$L
          and target_%1$s.nodegroup_id = any ($3)$target$,
        n.position,
        n.node_id,
        target.nodegroup_id
      ),
      ''
      order by n.position
    ) filter (where target.node_id is not null),
    of_nodegroup,
    case when for_all then 'true' else 't.resource_id = f.resource_id' end,
    case when for_all then 'v.resource_id, ' else '' end || 'v.sort_order, v.position, v.tile_id',
    case when for_all then ' group by s.resource_id' end
  )
  from spatial_layer.view_node n
  left join spatial_layer.view_node target
    on target.spatial_view_id = n.spatial_view_id
    and target.position = n.position
    and target.role = 'target'
  where n.spatial_view_id = made.spatial_view_id
    and n.nodegroup_id = of_nodegroup
    and n.role = 'attribute';
end;

-- The query for the rows of a view of one kind.
-- @rule Spatial views: What do the rows of a view contain?
create function spatial_layer.rows_of_view(made spatial_layer.made_view, kind text, for_all boolean) returns text
language sql stable
begin atomic
  select format(
    $query$select f.gid, f.tile_id::text as tileid, f.node_id::text as nodeid, g.geom, f.resource_id::text as resourceinstanceid%s
    from feature f
    cross join lateral (select %s as geom offset 0) g%s
    where f.node_id = %L
      and %s
      and %L = any ($3)
      and g.geom is not null
      and f.tile_id <> all ($5)
      and f.resource_id %s$query$,
    string_agg(
      case when c.nodegroup_id is null then ', null::text' else format(', texts_%s.text_%s', c.first_position, c.position) end
        || format(' as attribute_%s', c.position),
      ''
      order by c.position
    ),
    format(case when made.is_mixed then '%s' else 'st_multi(%s)' end, format('spatial_layer.to_srid(spatial_layer.shown_geometry(f.geometry, f.world_geometry), %s)', made.srid)),
    string_agg(
      format(
        $texts$
    left join lateral (
    %2$s
    ) texts_%1$s on %3$s$texts$,
        c.first_position,
        spatial_layer.texts_of_nodegroup(made, c.nodegroup_id, for_all),
        case when for_all then format('texts_%s.resource_id = f.resource_id', c.first_position) else 'true' end
      ),
      ''
      order by c.position
    ) filter (where c.position = c.first_position and c.nodegroup_id is not null),
    made.geometry_node_id,
    case when made.is_mixed then 'f.geometry is not null' else format('f.kind = %L', kind) end,
    (
      select g.nodegroup_id
      from spatial_layer.view_node g
      where g.spatial_view_id = made.spatial_view_id
        and g.role = 'geometry'
    ),
    case when for_all then 'in (select s.resource_id from spatial_layer.shown_resource() s)' else '= any ($4)' end
  )
  from (
    select n.position, n.nodegroup_id, min(n.position) over (partition by n.nodegroup_id) as first_position
    from spatial_layer.view_node n
    where n.spatial_view_id = made.spatial_view_id
      and n.role = 'attribute'
  ) c;
end;

-- The statement that refreshes a table of a view, for all or some resource instances. Unchanged rows are not written. Its parameters: the
-- resource instances, the labels, the shown nodegroups, the shown resource instances, and the tiles that are hidden although the
-- nodegroup of the geometry node is shown.
create function spatial_layer.refresh_statement(made spatial_layer.made_view, kind text, for_all boolean) returns text
language sql stable
begin atomic
  select format(
    $statement$
  with current_row as materialized (
    %2$s
  ),
  deleted as (
    delete from spatial_layer.%1$I r
    where %4$s
      and r.gid not in (select c.gid from current_row c)
  )
  insert into spatial_layer.%1$I
  select c.*
  from current_row c
  left join spatial_layer.%1$I r on r.gid = c.gid
  where r.gid is null
    or row (r.*) is distinct from row (c.*)
  on conflict (gid) do update
  set (gid, tileid, nodeid, geom, resourceinstanceid%3$s) = row (excluded.*)$statement$,
    spatial_layer.object_name(made.spatial_view_id, kind),
    spatial_layer.rows_of_view(made, kind, for_all),
    (select string_agg(', attribute_' || n.position, '' order by n.position) from generate_series(1, cardinality(made.column_names)) n (position)),
    case when for_all then 'true' else 'r.resourceinstanceid = any ($1::text[])' end
  );
end;

-- Creates the function that refreshes the tables of a view for some resource instances. It reads few rows of each table.
create function spatial_layer.create_refresh_function(made spatial_layer.made_view) returns void
language plpgsql
as $$
declare
  body text = '';
  view_kind text;
begin
  foreach view_kind in array spatial_layer.geometry_kinds(made.is_mixed) loop
    body = body || format(
      $block$
  if %2$L = any (kinds) or exists (select from spatial_layer.%1$I r where r.resourceinstanceid = any ($1::text[])) then %3$s;
  end if;$block$,
      spatial_layer.object_name(made.spatial_view_id, view_kind),
      view_kind,
      spatial_layer.refresh_statement(made, view_kind, false)
    );
  end loop;
  execute format(
    'create or replace function spatial_layer.%I(uuid[], jsonb, uuid[], uuid[], uuid[]) returns void language plpgsql as %L',
    spatial_layer.object_name(made.spatial_view_id, 'put'),
    format(
      E'\ndeclare\n  kinds text[] = array(select distinct %s from feature f where f.node_id = %L and f.resource_id = any ($1));\nbegin%s\nend\n',
      case when made.is_mixed then quote_literal('mixed_geom') else 'f.kind' end,
      made.geometry_node_id,
      body
    )
  );
end
$$;
