-- The name of a table or function of a view. It contains the id, so that a new slug does not affect it.
create function spatial_layer.object_name(view_id uuid, kind text) returns text
language sql immutable
return replace(view_id::text, '-', '') || '_' || kind;

-- Shortens a name to a maximum number of bytes; PostgreSQL allows 63.
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

-- A column name of lower-case letters, digits and underscores; empty if the text contains none of these.
create function spatial_layer.slugified(name text) returns text
language plpgsql immutable
as $$
begin
  name = regexp_replace(normalize(lower(name), nfkd), U&'[\0300-\036f]', '', 'g');
  name = btrim(regexp_replace(name, '[^a-z0-9]+', '_', 'g'), '_');
  return spatial_layer.cut_name(case when name ~ '^[0-9]' then '_' || name else name end, 63);
end
$$;

-- Determines the columns of a view from its attributes. If the model has lost a node, its column keeps its name.
create function spatial_layer.name_columns(view_id uuid) returns void
language plpgsql
as $$
declare
  attribute_row record;
  candidate text;
  number integer;
  used_names text[] = array[
    'gid', 'tileid', 'nodeid', 'geom', 'resourceinstanceid', 'tableoid', 'ctid', 'xmin', 'xmax', 'cmin', 'cmax'
  ];
  names jsonb = '[]';
begin
  for attribute_row in
    select
      a.position,
      i.node_id,
      coalesce(a.attribute ->> 'description', '') as description,
      coalesce(
        nullif(spatial_layer.slugified(n.alias), ''),
        nullif(spatial_layer.slugified(spatial_layer.display_text(n.name, true, array[v.language_id])), ''),
        (
          select former.column_name
          from spatial_view_attribute former
          where former.spatial_view_id = view_id
            and former.node_id = i.node_id
            and n.node_id is null
          limit 1
        ),
        'attribute_' || a.position
      ) as preferred_name
    from spatial_view v
    cross join lateral jsonb_path_query(v.attribute_nodes, '$[*]') with ordinality as a (attribute, position)
    cross join lateral (select spatial_layer.referenced_id(a.attribute -> 'nodeid') as node_id) i
    left join node n on n.node_id = i.node_id
    where v.spatial_view_id = view_id
      and i.node_id is not null
    order by a.position
  loop
    candidate = attribute_row.preferred_name;
    number = 1;
    while candidate = any (used_names) loop
      number = number + 1;
      candidate = spatial_layer.cut_name(attribute_row.preferred_name, 62 - length(number::text)) || '_' || number;
    end loop;
    used_names = used_names || candidate;
    names = names || jsonb_build_object('node_id', attribute_row.node_id, 'column_name', candidate, 'description', attribute_row.description);
  end loop;

  delete from spatial_view_attribute a
  where a.spatial_view_id = view_id;

  insert into spatial_view_attribute (spatial_view_id, position, node_id, column_name, description)
  select view_id, n.position, (n.name ->> 'node_id')::uuid, n.name ->> 'column_name', n.name ->> 'description'
  from jsonb_array_elements(names) with ordinality as n (name, position);
end
$$;
