-- A value is out of place if its tile belongs to another nodegroup than its node does now, because the node has moved
-- (docs/adr/061-values-out-of-place.md). Such values are rare. These functions are in PL/pgSQL, which PostgreSQL does not inline, so the
-- plans of the calling statements stay free of a part that is seldom needed.

-- The nodes that have moved from another nodegroup and whose current nodegroup the caller may not read. Their values are never shown,
-- in any tile.
create function unreadable_moved_nodes(caller integer) returns text[]
language plpgsql stable
as $$
begin
  if not exists (select from former_nodegroup) then
    return '{}';
  end if;
  return array(
    select n.node_id::text
    from node n
    where n.node_id in (select f.node_id from former_nodegroup f)
      and n.nodegroup_id not in (select r.nodegroup_id from readable_nodegroup(caller) r)
  );
end
$$;

-- The tiles that have features of a moved node and are in a nodegroup that the caller may not read. None of these features is readable.
-- @rule Permissions: Who may read a value whose node has moved to another nodegroup?
create function unreadable_moved_tile(caller integer) returns table (tile_id uuid)
language plpgsql stable rows 10
as $$
#variable_conflict use_column
begin
  if not exists (select from former_nodegroup) then
    return;
  end if;
  return query
    with readable as materialized (
      select r.nodegroup_id
      from readable_nodegroup(caller) r
    )
    select distinct t.tile_id
    from former_nodegroup p
    join feature f on f.node_id = p.node_id
    join tile t
      on t.tile_id = f.tile_id
      and t.nodegroup_id = p.nodegroup_id
    where p.nodegroup_id not in (select r.nodegroup_id from readable r);
end
$$;
