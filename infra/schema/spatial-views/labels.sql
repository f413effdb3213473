-- The labels of concepts and the names of resource instances in rows, computed once for all rows and views.

-- The id that a part of a value refers to, as written.
create function spatial_layer.referenced_text(part jsonb) returns text
language sql immutable
return coalesce(part ->> 'resourceId', part #>> '{}');

-- The suffix of a key in the labels, which contain labels and names in several languages.
create function spatial_layer.label_key_suffix(text_as text, languages text[]) returns text
language sql immutable
return ' ' || text_as || ' ' || languages::text;

create function spatial_layer.label_texts(value jsonb, labels jsonb, suffix text) returns text
language plpgsql immutable
as $$
begin
  return (
    select string_agg(labels ->> (spatial_layer.referenced_text(p.part) || suffix), ', ' order by p.place)
    from jsonb_path_query(value, '$[*]', '{}', true) with ordinality as p (part, place)
  );
end
$$;

-- The labels of everything that a value refers to, as one text. It is an expression, so that the planner inlines it, because most values
-- refer to one concept or resource instance.
create function spatial_layer.label_text(value jsonb, labels jsonb, suffix text) returns text
language sql immutable
return case
  when jsonb_typeof(value) = 'string' then labels ->> ((value #>> '{}') || suffix)
  when jsonb_typeof(value -> 0 -> 'resourceId') = 'string' and value -> 1 is null then labels ->> ((value -> 0 ->> 'resourceId') || suffix)
  else spatial_layer.label_texts(value, labels, suffix)
end;

-- The distinct nodes of views whose values refer to concepts or resource instances, with the languages of the views.
create function spatial_layer.labelled_node(views uuid[])
returns table (nodegroup_id uuid, node_id uuid, role text, text_as text, languages text[])
language sql stable
begin atomic
  select distinct n.nodegroup_id, n.node_id, n.role, n.text_as, m.languages
  from spatial_layer.view_node n
  join spatial_layer.made_view m on m.spatial_view_id = n.spatial_view_id
  where n.spatial_view_id = any (views)
    and n.text_as in ('concept value', 'resource instance');
end;

-- The distinct values of the nodes of labelled_node, for some resource instances or all (null).
create function spatial_layer.labelled_values(views uuid[], resource_ids uuid[]) returns table (node_id uuid, value jsonb)
language plpgsql stable
as $$
#variable_conflict use_column
begin
  if resource_ids is null then
    return query
    select n.node_id, v.value
    from (select distinct n.nodegroup_id, n.node_id from spatial_layer.labelled_node(views) n) n
    cross join lateral (
      select distinct t.data -> n.node_id::text as value
      from tile t
      where t.nodegroup_id = n.nodegroup_id
    ) v;
    return;
  end if;
  return query
  select n.node_id, t.data -> n.node_id::text
  from (select distinct n.nodegroup_id, n.node_id from spatial_layer.labelled_node(views) n where n.role = 'attribute') n
  join tile t
    on t.nodegroup_id = n.nodegroup_id
    and t.resource_id = any (resource_ids)
  union
  select n.node_id, t.data -> n.node_id::text
  from (select distinct n.nodegroup_id, n.node_id from spatial_layer.labelled_node(views) n where n.role = 'target') n
  join spatial_layer.pointer p on p.resource_id = any (resource_ids)
  join tile t
    on t.tile_id = p.tile_id
    and t.nodegroup_id = n.nodegroup_id;
end
$$;

-- The labels in the rows of views: {"<id> concept value {en,en}": "Mill"}. Empty labels are left out.
create function spatial_layer.collect_labels(views uuid[], resource_ids uuid[]) returns jsonb
language plpgsql stable
as $$
declare
  readable jsonb;
begin
  if not exists (select from spatial_layer.view_node n where n.text_as in ('concept value', 'resource instance')) then
    return null;
  end if;
  select jsonb_agg(n.nodegroup_id)
  into readable
  from spatial_layer.shown_nodegroup() n;
  return (
    with mention as materialized (
      select distinct n.text_as, n.languages, spatial_layer.referenced_text(p.part) as name, spatial_layer.referenced_id(p.part) as id
      from spatial_layer.labelled_values(views, resource_ids) v
      join spatial_layer.labelled_node(views) n on n.node_id = v.node_id
      cross join lateral jsonb_path_query(v.value, '$[*]', '{}', true) as p (part)
      where spatial_layer.referenced_id(p.part) is not null
    ),
    label as (
      select
        m.name,
        m.text_as,
        m.languages,
        coalesce(
          spatial_layer.pick_language(
            jsonb_object_agg(coalesce(l.language_id, ''), l.value order by l.value_id desc) filter (where l.value_id is not null),
            m.languages
          ),
          v.value
        ) as text
      from mention m
      join concept_value v on v.value_id = m.id
      left join concept_value l
        on l.concept_id = v.concept_id
        and l.value_type = 'prefLabel'
      where m.text_as = 'concept value'
      group by m.name, m.text_as, m.languages, v.value_id
      union all
      select
        m.name,
        m.text_as,
        m.languages,
        coalesce(
          spatial_layer.pick_language(
            jsonb_object_agg(l.key, readable_text(l.value -> 'name', readable, visible.ids)) filter (where l.value ? 'name'),
            m.languages
          ),
          'Undefined'
        )
      from mention m
      left join (
        spatial_layer.shown_resource() s
        join resource r on r.resource_id = s.resource_id
      ) on s.resource_id = m.id
      left join lateral (
        select coalesce(jsonb_agg(o.resource_id), '[]') as ids
        from spatial_layer.shown_resource() o
        where o.resource_id = any (described_resources(r.descriptors))
      ) visible on true
      left join lateral jsonb_each(r.descriptors) l on true
      where m.text_as = 'resource instance'
      group by m.name, m.text_as, m.languages
    )
    select jsonb_object_agg(l.name || spatial_layer.label_key_suffix(l.text_as, l.languages), l.text)
    from label l
    where l.text <> ''
  );
end
$$;
