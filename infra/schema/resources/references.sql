-- The value of a reference node without references to a deleted resource instance; null if none is left.
create function without_reference(reference jsonb, gone uuid) returns jsonb
language sql immutable
begin atomic
  select case jsonb_typeof(reference)
    when 'array' then (
      select coalesce(jsonb_agg(item.value order by item.ordinality), 'null'::jsonb)
      from jsonb_array_elements(reference) with ordinality as item (value, ordinality)
      where lower(coalesce(item.value ->> 'resourceId', item.value #>> '{}')) is distinct from gone::text
    )
    else 'null'::jsonb
  end;
end;

-- The data of a tile without references of some nodes to a deleted resource instance.
create function without_references(tile_data jsonb, nodes uuid[], gone uuid) returns jsonb
language sql immutable
begin atomic
  select tile_data || coalesce(
    jsonb_object_agg(n.node_id, without_reference(tile_data -> n.node_id::text, gone)),
    '{}'
  )
  from unnest(nodes) as n (node_id);
end;
