-- Recreates views whose model has changed, and refills views whose readable content has changed.
create function spatial_layer.apply_model_and_rights_changes() returns void
language plpgsql
as $$
declare
  view_id uuid;
  kinds text[] = array(select distinct c.kind from spatial_layer.change c);
begin
  if 'model' = any (kinds) then
    for view_id in
      select distinct m.spatial_view_id
      from spatial_layer.change c
      join spatial_layer.view_node n on n.node_id = c.id
      join spatial_layer.made_view m on m.spatial_view_id = n.spatial_view_id
      where c.kind = 'model'
      order by 1
    loop
      perform spatial_layer.recreate_views(view_id);
      perform spatial_layer.refill(view_id);
    end loop;
  end if;

  if kinds && array['all', 'rights'] then
    update spatial_layer.made_view m
    set languages = array[m.languages[1], default_language()]
    where m.languages[2] is distinct from default_language();
    if found then
      perform spatial_layer.create_refresh_function(m)
      from spatial_layer.made_view m;
    end if;

    -- Rights on nodegroups that a view does not use do not affect it, unless it shows names, which may depend on any nodegroup.
    for view_id in
      select n.spatial_view_id
      from spatial_layer.view_node n
      where 'all' = any (kinds)
        or n.text_as = 'resource instance'
        or n.node_id in (select f.node_id from former_nodegroup f)
        or n.is_shown <> (n.nodegroup_id is not null and n.nodegroup_id in (select s.nodegroup_id from spatial_layer.shown_nodegroup() s))
      group by n.spatial_view_id
      order by 1
    loop
      perform spatial_layer.refill(view_id);
    end loop;
  end if;
end
$$;

-- The views and resource instances whose rows may have changed.
create function spatial_layer.stale_rows() returns table (spatial_view_ids uuid[], resource_ids uuid[])
language plpgsql stable
as $$
declare
  kinds text[] = array(select distinct c.kind from spatial_layer.change c);
  renamed uuid[];
begin
  if 'tile' = any (kinds) then
    return query
    with dependent_view as materialized (
      select h.nodegroup_id, array_agg(distinct n.spatial_view_id) as view_ids
      from spatial_layer.view_node n
      join held_node h on h.node_id = n.node_id
      where n.role <> 'target'
      group by h.nodegroup_id
    )
    select d.view_ids, array_agg(distinct c.id)
    from spatial_layer.change c
    join dependent_view d on d.nodegroup_id = c.nodegroup_id
    where c.kind = 'tile'
    group by d.view_ids;
  end if;

  if 'resource' = any (kinds) then
    return query
    select array(select m.spatial_view_id from spatial_layer.made_view m), array_agg(c.id)
    from spatial_layer.change c
    where c.kind = 'resource';
  end if;

  if kinds && array['resource', 'name'] then
    -- A name is shown only if all resource instances in it are shown.
    renamed = array(
      with recursive renamed (resource_id) as (
        select c.id
        from spatial_layer.change c
        where c.kind in ('resource', 'name')
        union
        select s.resource_id
        from renamed r
        join name_source s on s.source_id = r.resource_id
        where s.in_name
      )
      select r.resource_id
      from renamed r
    );
    return query
    with referring as materialized (
      select l.from_resource_id, l.tile_id, l.node_id
      from resource_relation l
      where l.to_resource_id = any (renamed)
        and l.node_id is not null
    )
    select array_agg(distinct n.spatial_view_id), array_agg(distinct r.from_resource_id)
    from referring r
    join spatial_layer.view_node n
      on n.node_id = r.node_id
      and n.role = 'attribute'
    union all
    select array_agg(distinct n.spatial_view_id), array_agg(distinct p.resource_id)
    from referring r
    join spatial_layer.pointer p on p.tile_id = r.tile_id
    join spatial_layer.view_node n
      on n.node_id = r.node_id
      and n.role = 'target';
  end if;

  if exists (select from spatial_layer.view_node n where n.role = 'target') then
    return query
    with target as materialized (
      select c.id as tile_id, c.nodegroup_id
      from spatial_layer.change c
      where c.kind = 'target'
      union all
      select t.tile_id, t.nodegroup_id
      from tile t
      where t.resource_id = any (renamed)
    )
    select array_agg(distinct n.spatial_view_id), array_agg(distinct p.resource_id)
    from target t
    join spatial_layer.pointer p on p.tile_id = t.tile_id
    join spatial_layer.view_node n
      on n.nodegroup_id = t.nodegroup_id
      and n.role = 'target';
  end if;

  if 'concept' = any (kinds) then
    return query
    with changed_value as materialized (
      select c.id::text as value_id
      from spatial_layer.change c
      where c.kind = 'concept'
      union
      select v.value_id::text
      from spatial_layer.change c
      join concept_value v on v.concept_id = c.id
      where c.kind = 'concept'
    ),
    labelled_tile as materialized (
      select distinct n.spatial_view_id, n.role, t.resource_id, t.tile_id
      from spatial_layer.view_node n
      join tile t on t.nodegroup_id = n.nodegroup_id
      cross join lateral jsonb_path_query(t.data -> n.node_id::text, n.each_path, '{}', true) as p (part)
      where n.text_as = 'concept value'
        and lower(p.part #>> '{}') in (select c.value_id from changed_value c)
    )
    select array_agg(distinct t.spatial_view_id), array_agg(distinct t.resource_id)
    from labelled_tile t
    where t.role = 'attribute'
    union all
    select array_agg(distinct t.spatial_view_id), array_agg(distinct p.resource_id)
    from labelled_tile t
    join spatial_layer.pointer p on p.tile_id = t.tile_id
    where t.role = 'target';
  end if;
end
$$;
