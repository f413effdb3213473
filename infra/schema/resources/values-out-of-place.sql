-- Values out of place: in tiles of another nodegroup than their node (docs/adr/061-values-out-of-place.md). There are few, most often none:
-- these functions are in PL/pgSQL, so that a statement does not carry the plan of what it seldom needs.

-- The nodes that were in another nodegroup, and whose own the caller may not read. Their values are in no answer, whichever tile they stand in.
create function closed_nodes(caller integer) returns text[]
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

-- The tiles with features of a readable node that stand in a nodegroup that the caller may not read. None of their features is readable.
create function closed_tile(caller integer) returns table (tile_id uuid)
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
