-- The relations of a resource instance that a caller may see, in the order of pages. Both ends are visible, and a relation that is the value
-- of a node is in a tile that the caller may read. Closed nodes, and among references from other tiles the sets of grants that close them,
-- are skipped in the index, so a place with hundreds of thousands of closed referrers takes no longer than another. Each relation that is
-- left is checked: an outdated set can cost time, never show anything.

-- The nodes of the references of a resource instance that a caller may read, and of relations in no tile the null node.
create function readable_relation_node(caller integer, of_resource uuid, outgoing boolean)
returns table (node_id uuid, graph_id uuid)
language plpgsql stable rows 10
set enable_seqscan = off
set enable_bitmapscan = off
as $$
#variable_conflict use_column
declare
  last_node uuid = '00000000-0000-0000-0000-000000000000';
  nodes uuid[] = '{}';
begin
  -- Each step finds the next node in the index.
  loop
    if outgoing then
      select r.node_id
      into last_node
      from resource_relation r
      where r.from_resource_id = of_resource
        and r.node_id > last_node
      order by r.node_id
      limit 1;
    else
      select r.node_id
      into last_node
      from resource_relation r
      where r.to_resource_id = of_resource
        and r.node_id > last_node
      order by r.node_id
      limit 1;
    end if;
    exit when not found;
    nodes = nodes || last_node;
  end loop;
  if nodes = '{}' then
    return;
  end if;
  return query
    select n.node_id, n.graph_id
    from node n
    where n.node_id = any (nodes)
      -- Of a node in no nodegroup, the nodegroup of the tile decides.
      and (n.nodegroup_id is null or n.nodegroup_id in (select g.nodegroup_id from readable_nodegroup(caller) g));
end
$$;

-- The sets of grants of the referrers of a resource instance by some nodes, if the caller sees resource instances with such a set. The graph
-- of a node is that of the referrer.
create function visible_referring_set(caller integer, of_resource uuid, nodes uuid[], graphs uuid[])
returns table (node_id uuid, grant_set_id uuid)
language plpgsql stable rows 10
set enable_seqscan = off
set enable_bitmapscan = off
as $$
#variable_conflict use_column
begin
  return query
    with recursive referring_set as (
      select
        n.node_id,
        n.graph_id,
        (
          select r.grant_set_id
          from resource_relation r
          where r.to_resource_id = of_resource
            and r.node_id = n.node_id
            and r.grant_set_id >= '00000000-0000-0000-0000-000000000000'
          order by r.grant_set_id
          limit 1
        ) as grant_set_id
      from unnest(nodes, graphs) n (node_id, graph_id)
      union all
      -- Each step finds the next set in the index.
      select
        s.node_id,
        s.graph_id,
        (
          select r.grant_set_id
          from resource_relation r
          where r.to_resource_id = of_resource
            and r.node_id = s.node_id
            and r.grant_set_id > s.grant_set_id
          order by r.grant_set_id
          limit 1
        )
      from referring_set s
      where s.grant_set_id is not null
    )
    select s.node_id, s.grant_set_id
    from referring_set s
    cross join caller_rights(caller) c
    left join lateral visibility_by_grant_set(
      s.grant_set_id, s.graph_id, c.account_group_ids, c.guest_group_ids, c.own_graphs, c.guest_graphs
    ) v on true
    where s.grant_set_id is not null
      and (c.is_administrator or v.is_visible);
end
$$;

-- A part of the visible relations of a resource instance: those in one direction that are in tiles, or in none, in the order of the other
-- ends. It ends when there are enough, or no more.
-- @rule Permissions: Who sees a relation?
create function visible_relation_of_kind(
  caller integer,
  of_resource uuid,
  outgoing boolean,
  in_tiles boolean,
  after_other uuid,
  after_relation uuid,
  most integer
)
returns table (other_id uuid, relation_id uuid)
language plpgsql stable rows 100
set enable_seqscan = off
set enable_bitmapscan = off
as $$
#variable_conflict use_column
declare
  nodes uuid[];
  graphs uuid[];
  set_nodes uuid[];
  set_ids uuid[];
  opened uuid[];
  readable uuid[];
  others uuid[];
  relations uuid[];
  visible uuid[];
  remaining integer = most;
  batch_size integer = most;
  last_other uuid = after_other;
  last_relation uuid = after_relation;
  returned integer;
begin
  if in_tiles then
    select array_agg(n.node_id), array_agg(n.graph_id)
    into nodes, graphs
    from readable_relation_node(caller, of_resource, outgoing) n;
    if nodes is null then
      return;
    end if;
    readable = array(select g.nodegroup_id from readable_nodegroup(caller) g);
    if not outgoing then
      select array_agg(s.node_id), array_agg(s.grant_set_id)
      into set_nodes, set_ids
      from visible_referring_set(caller, of_resource, nodes, graphs) s;
      -- A grant of the account itself opens what those of its groups close.
      opened = array(
        select g.resource_id
        from resource_grant g
        where g.account_id = caller
          and g.can_view
      );
    end if;
  end if;
  while remaining > 0 loop
    if in_tiles and outgoing then
      select array_agg(c.other_id), array_agg(c.relation_id)
      into others, relations
      from (
        select r.other_id, r.relation_id
        from unnest(nodes) n (node_id)
        cross join lateral (
          select o.to_resource_id as other_id, o.relation_id
          from resource_relation o
          where o.from_resource_id = of_resource
            and o.node_id = n.node_id
            and (o.to_resource_id, o.relation_id) > (last_other, last_relation)
          order by o.to_resource_id, o.relation_id
          limit batch_size
        ) r
        order by r.other_id, r.relation_id
        limit batch_size
      ) c;
    elsif in_tiles then
      select array_agg(c.other_id), array_agg(c.relation_id)
      into others, relations
      from (
        select r.other_id, r.relation_id
        from unnest(set_nodes, set_ids) s (node_id, grant_set_id)
        cross join lateral (
          select o.from_resource_id as other_id, o.relation_id
          from resource_relation o
          where o.to_resource_id = of_resource
            and o.node_id = s.node_id
            and o.grant_set_id = s.grant_set_id
            and (o.from_resource_id, o.relation_id) > (last_other, last_relation)
          order by o.from_resource_id, o.relation_id
          limit batch_size
        ) r
        union
        -- Relations whose sets are not computed yet.
        select r.other_id, r.relation_id
        from unnest(nodes) n (node_id)
        cross join lateral (
          select o.from_resource_id as other_id, o.relation_id
          from resource_relation o
          where o.to_resource_id = of_resource
            and o.node_id = n.node_id
            and o.grant_set_id is null
            and (o.from_resource_id, o.relation_id) > (last_other, last_relation)
          order by o.from_resource_id, o.relation_id
          limit batch_size
        ) r
        union
        select o.from_resource_id, o.relation_id
        from unnest(opened) a (resource_id)
        cross join unnest(nodes) n (node_id)
        join resource_relation o
          on o.from_resource_id = a.resource_id
          and o.node_id = n.node_id
          and o.to_resource_id = of_resource
        where a.resource_id >= last_other
          and (o.from_resource_id, o.relation_id) > (last_other, last_relation)
        order by other_id, relation_id
        limit batch_size
      ) c;
    elsif outgoing then
      select array_agg(c.other_id), array_agg(c.relation_id)
      into others, relations
      from (
        select o.to_resource_id as other_id, o.relation_id
        from resource_relation o
        where o.from_resource_id = of_resource
          and o.node_id is null
          and (o.to_resource_id, o.relation_id) > (last_other, last_relation)
        order by o.to_resource_id, o.relation_id
        limit batch_size
      ) c;
    else
      select array_agg(c.other_id), array_agg(c.relation_id)
      into others, relations
      from (
        select o.from_resource_id as other_id, o.relation_id
        from resource_relation o
        where o.to_resource_id = of_resource
          and o.node_id is null
          and o.grant_set_id is null
          and (o.from_resource_id, o.relation_id) > (last_other, last_relation)
        order by o.from_resource_id, o.relation_id
        limit batch_size
      ) c;
    end if;
    exit when others is null;
    visible = array(select v.resource_id from visible_among(caller, others) v);
    return query
      select c.other_id, c.relation_id
      from unnest(others, relations) with ordinality as c (other_id, relation_id, position)
      where c.other_id in (select unnest(visible))
        and (
          not in_tiles
          or exists (
            select
            from resource_relation o
            join tile t on t.tile_id = o.tile_id
            where o.relation_id = c.relation_id
              and t.nodegroup_id in (select unnest(readable))
              and (not t.is_proposed or readable_provisional_edits(t.provisional_edits, caller) is not null)
          )
        )
      order by c.position
      limit remaining;
    get diagnostics returned = row_count;
    remaining = remaining - returned;
    exit when cardinality(others) < batch_size;
    last_other = others[batch_size];
    last_relation = relations[batch_size];
    batch_size = least(2 * batch_size, 5000);
  end loop;
end
$$;

-- The visible relations of a resource instance by parts: 0 are its references in tiles, 1 its relations in no tile, 2 the references of
-- others in tiles, and 3 the relations of others in no tile.
-- @param after_part, after_other, after_relation the last relation of the previous page
create function visible_relation(
  caller integer,
  of_resource uuid,
  parts integer[],
  after_part integer,
  after_other uuid,
  after_relation uuid,
  most integer
)
returns table (part integer, other_id uuid, relation_id uuid)
language plpgsql stable rows 100
as $$
#variable_conflict use_column
declare
  first_id uuid = '00000000-0000-0000-0000-000000000000';
  next_part integer;
  remaining integer = most;
  returned integer;
begin
  foreach next_part in array parts loop
    if next_part >= after_part and remaining > 0 then
      return query
        select next_part, r.other_id, r.relation_id
        from visible_relation_of_kind(
          caller,
          of_resource,
          next_part < 2,
          next_part % 2 = 0,
          case when next_part = after_part then after_other else first_id end,
          case when next_part = after_part then after_relation else first_id end,
          remaining
        ) r;
      get diagnostics returned = row_count;
      remaining = remaining - returned;
    end if;
  end loop;
end
$$;
