-- The values of an edit from the edit log of another platform that may be shown to callers who may read only some nodegroups: those of nodes
-- that are now in one of these. The log has values of nodes that were moved or removed before the first import, of which this service has no
-- other trace.
create function readable_source_values(node_values jsonb, readable_nodegroups uuid[]) returns jsonb
language plpgsql stable
as $$
begin
  if jsonb_typeof(node_values) is distinct from 'object' then
    return null;
  end if;
  return (
    select coalesce(jsonb_object_agg(v.key, v.value), '{}')
    from jsonb_each(node_values) v
    join node n
      on n.node_id = case when v.key ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then v.key::uuid end
    where n.nodegroup_id = any (readable_nodegroups)
  );
end
$$;

-- The proposals of such an edit, with the values that may be shown.
create function readable_source_proposals(edits jsonb, readable_nodegroups uuid[]) returns jsonb
language plpgsql stable
as $$
begin
  return (
    select jsonb_object_agg(
      e.key,
      e.value || jsonb_build_object('value', readable_source_values(e.value -> 'value', readable_nodegroups))
    )
    from jsonb_each(edits) e
  );
end
$$;
