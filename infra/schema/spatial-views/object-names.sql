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
