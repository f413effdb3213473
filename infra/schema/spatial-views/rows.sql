-- The rows that resource instances are to have, each in a view, by view.
create function spatial_layer.wanted_rows(due_views uuid[], due_resources uuid[])
returns table (spatial_view_id uuid, due text[], wanted spatial_layer.wanted_row[])
language plpgsql stable rows 10
as $$
#variable_conflict use_column
declare
  readable jsonb;
begin
  if exists (select from spatial_layer.view_node n where n.text_as = 'resource instance') then
    select jsonb_agg(n.nodegroup_id)
    into readable
    from spatial_layer.shown_nodegroup() n;
  end if;
  return query
    with due_pair as materialized (
      select d.spatial_view_id, d.resource_id
      from unnest(due_views, due_resources) as d (spatial_view_id, resource_id)
    ),
    shown_node as materialized (
      select v.*
      from spatial_layer.view_node v
      where v.spatial_view_id in (select d.spatial_view_id from due_pair d)
        and v.nodegroup_id in (select n.nodegroup_id from spatial_layer.shown_nodegroup() n)
    ),
    -- The tiles of closed nodegroups that a node of a geometry was in before.
    closed_tile as materialized (
      select t.tile_id
      from former_nodegroup p
      join shown_node n
        on n.node_id = p.node_id
        and n.role = 'geometry'
      join due_pair d on d.spatial_view_id = n.spatial_view_id
      join tile t
        on t.resource_id = d.resource_id
        and t.nodegroup_id = p.nodegroup_id
      -- Asked first: most often there is none.
      where (select exists (select from former_nodegroup))
        and p.nodegroup_id not in (select s.nodegroup_id from spatial_layer.shown_nodegroup() s)
    ),
    placed as materialized (
      select
        d.spatial_view_id,
        f.gid,
        f.tile_id,
        f.resource_id,
        spatial_layer.kind_of(f.geometry, m.is_mixed) as kind,
        case when m.is_mixed then g.geometry else st_multi(g.geometry) end as geometry
      from due_pair d
      join spatial_layer.made_view m on m.spatial_view_id = d.spatial_view_id
      join shown_node n
        on n.spatial_view_id = d.spatial_view_id
        and n.role = 'geometry'
      join feature f
        on f.node_id = n.node_id
        and f.resource_id = d.resource_id
      join spatial_layer.shown_resource() r on r.resource_id = d.resource_id
      cross join lateral (select spatial_layer.on_map(f.geometry, m.srid) as geometry) g
      where g.geometry is not null
        and f.tile_id not in (select c.tile_id from closed_tile c)
    ),
    stored_value as materialized (
      select
        s.spatial_view_id,
        s.resource_id,
        m.languages,
        n.position,
        coalesce(t.sort_order, 0) as sort_order,
        t.tile_id,
        n.text_as,
        n.is_whole,
        n.each_path,
        n.text_paths,
        n.config,
        t.data -> n.node_id::text as value
      from (select distinct p.spatial_view_id, p.resource_id from placed p) s
      join spatial_layer.made_view m on m.spatial_view_id = s.spatial_view_id
      join shown_node n
        on n.spatial_view_id = s.spatial_view_id
        and n.role = 'attribute'
      join tile t
        on t.resource_id = s.resource_id
        and t.nodegroup_id = n.nodegroup_id
      where n.text_as <> 'nothing'
        and jsonb_typeof(t.data -> n.node_id::text) <> 'null'
    ),
    value_to_show as materialized (
      select v.*
      from stored_value v
      where v.text_as <> 'tile'
      union all
      select
        v.spatial_view_id,
        v.resource_id,
        v.languages,
        v.position,
        v.sort_order,
        v.tile_id,
        n.text_as,
        n.is_whole,
        n.each_path,
        n.text_paths,
        n.config,
        t.data -> n.node_id::text
      from stored_value v
      join shown_node n
        on n.spatial_view_id = v.spatial_view_id
        and n.position = v.position
        and n.role = 'target'
      join tile t
        on t.tile_id = spatial_layer.id_in(v.value)
        and t.nodegroup_id = n.nodegroup_id
      join spatial_layer.shown_resource() r on r.resource_id = t.resource_id
      where v.text_as = 'tile'
        and n.text_as not in ('nothing', 'tile')
        and jsonb_typeof(t.data -> n.node_id::text) <> 'null'
    ),
    mention as materialized (
      select v.spatial_view_id, v.resource_id, v.languages, v.position, v.sort_order, v.tile_id, v.text_as, p.place, spatial_layer.id_in(p.part) as id
      from value_to_show v
      cross join lateral jsonb_path_query(v.value, v.each_path, '{}', true) with ordinality as p (part, place)
      where v.text_as in ('concept value', 'resource instance')
    ),
    mentioned as materialized (
      select
        m.text_as,
        m.id,
        m.languages,
        case m.text_as
          when 'concept value' then spatial_layer.concept_text(m.id, m.languages)
          else spatial_layer.name_text(m.id, m.languages, readable)
        end as text
      from (
        select distinct m.text_as, m.id, m.languages
        from mention m
        where m.id is not null
      ) m
    ),
    said as (
      select
        v.spatial_view_id,
        v.resource_id,
        v.position,
        v.sort_order,
        v.tile_id,
        1 as place,
        spatial_layer.text_of(v.value, v.text_as = 'text by language', v.languages) as text
      from value_to_show v
      where v.is_whole
      union all
      select v.spatial_view_id, v.resource_id, v.position, v.sort_order, v.tile_id, o.place, o.text
      from value_to_show v
      cross join lateral unnest(spatial_layer.own_texts(v.value, v.text_as, v.each_path, v.text_paths, v.config, v.languages))
        with ordinality as o (text, place)
      where not v.is_whole
        and v.text_as not in ('concept value', 'resource instance')
      union all
      select m.spatial_view_id, m.resource_id, m.position, m.sort_order, m.tile_id, m.place, t.text
      from mention m
      join mentioned t
        on t.text_as = m.text_as
        and t.id = m.id
        and t.languages = m.languages
    ),
    -- With a row for each column, whether anything is said or not.
    attribute as (
      select
        s.spatial_view_id,
        s.resource_id,
        s.position,
        string_agg(s.text, ', ' order by s.sort_order, s.tile_id, s.place) filter (where s.text <> '') as text
      from (
        select s.spatial_view_id, s.resource_id, s.position, s.sort_order, s.tile_id, s.place, s.text
        from said s
        union all
        select p.spatial_view_id, p.resource_id, n.position, null, null, null, null
        from placed p
        join spatial_layer.view_node n
          on n.spatial_view_id = p.spatial_view_id
          and n.role = 'attribute'
      ) s
      group by s.spatial_view_id, s.resource_id, s.position
    ),
    attributes as (
      select a.spatial_view_id, a.resource_id, array_agg(a.text order by a.position) as texts
      from attribute a
      group by a.spatial_view_id, a.resource_id
    ),
    wanted as (
      select
        p.spatial_view_id,
        array_agg(row (p.kind, p.gid, p.tile_id, p.resource_id, p.geometry, a.texts)::spatial_layer.wanted_row) as rows
      from placed p
      left join attributes a
        on a.spatial_view_id = p.spatial_view_id
        and a.resource_id = p.resource_id
      where p.kind is not null
      group by p.spatial_view_id
    )
    select d.spatial_view_id, d.due, coalesce(w.rows, '{}')
    from (
      select d.spatial_view_id, array_agg(d.resource_id::text) as due
      from due_pair d
      group by d.spatial_view_id
    ) d
    left join wanted w on w.spatial_view_id = d.spatial_view_id
    order by d.spatial_view_id;
end
$$;
