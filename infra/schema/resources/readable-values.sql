-- The values of some nodes in some tiles that a caller may read; the node and the tile of a value have the same position in the lists. The
-- function is in PL/pgSQL, which PostgreSQL does not inline, so that the plans of statements do not include a part that they seldom need.
create function readable_value(caller integer, wanted_tiles uuid[], wanted_nodes uuid[])
returns table (tile_id uuid, node_id uuid, datatype text, holds text, config jsonb, value jsonb)
language plpgsql stable rows 100
as $$
#variable_conflict use_column
begin
  if cardinality(wanted_tiles) > 0 then
    return query
      select t.tile_id, n.node_id, n.datatype, n.holds, n.config, t.data -> n.node_id::text
      from unnest(wanted_tiles, wanted_nodes) w (tile_id, node_id)
      join tile t on t.tile_id = w.tile_id
      join node n on n.node_id = w.node_id and n.nodegroup_id = t.nodegroup_id
      join readable_nodegroup(caller) r on r.nodegroup_id = t.nodegroup_id
      join visible_resource(caller) v on v.resource_id = t.resource_id;
  end if;
end
$$;
