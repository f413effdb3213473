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
-- of a node is that of the referrer. A null set stands for rows whose set is not computed yet.
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
    -- The last step of each node has found no set.
    select s.node_id, s.grant_set_id
    from referring_set s
    cross join caller_rights(caller) c
    left join lateral visibility_by_grant_set(
      s.grant_set_id, s.graph_id, c.account_group_ids, c.guest_group_ids, c.own_graphs, c.guest_graphs
    ) v on true
    where s.grant_set_id is null
      or c.is_administrator
      or v.is_visible;
end
$$;

-- The next references to a resource instance by nodes and sets of grants, and those from opened resource instances, in the order of the
-- referrers.
-- @param rows_of_set how many rows are read of each set
-- @returns their referrers and ids; is_cut if there are more
create function next_referring_relation(
  of_resource uuid,
  nodes uuid[],
  set_ids uuid[],
  opened uuid[],
  after_other uuid,
  after_relation uuid,
  rows_of_set integer,
  most integer
)
returns table (others uuid[], relations uuid[], is_cut boolean)
language plpgsql stable rows 1
set enable_seqscan = off
set enable_bitmapscan = off
as $$
#variable_conflict use_column
declare
  last_id constant uuid = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
begin
  return query
    with of_set as materialized (
      select r.*
      from unnest(nodes, set_ids) s (node_id, grant_set_id)
      cross join lateral (
        select
          o.from_resource_id as other_id,
          o.relation_id,
          row_number() over (order by o.from_resource_id, o.relation_id) as position
        from resource_relation o
        where o.to_resource_id = of_resource
          and o.node_id = s.node_id
          and o.grant_set_id = s.grant_set_id
          and (o.from_resource_id, o.relation_id) > (after_other, after_relation)
        order by o.from_resource_id, o.relation_id
        limit rows_of_set
      ) r
      union all
      select r.*
      from unnest(nodes, set_ids) s (node_id, grant_set_id)
      cross join lateral (
        select
          o.from_resource_id as other_id,
          o.relation_id,
          row_number() over (order by o.from_resource_id, o.relation_id) as position
        from resource_relation o
        where o.to_resource_id = of_resource
          and o.node_id = s.node_id
          and o.grant_set_id is null
          and (o.from_resource_id, o.relation_id) > (after_other, after_relation)
        order by o.from_resource_id, o.relation_id
        limit rows_of_set
      ) r
      where s.grant_set_id is null
    ),
    -- What comes after the last row of a set may be incomplete.
    horizon as materialized (
      select r.other_id, r.relation_id
      from of_set r
      where r.position = rows_of_set
      order by r.other_id, r.relation_id
      limit 1
    ),
    candidate as (
      select r.other_id, r.relation_id
      from of_set r
      union
      select r.from_resource_id, r.relation_id
      from unnest(opened) o (resource_id)
      cross join (select distinct n.node_id from unnest(nodes) n (node_id)) n
      join resource_relation r
        on r.from_resource_id = o.resource_id
        and r.node_id = n.node_id
        and r.to_resource_id = of_resource
      where o.resource_id >= after_other
        and (r.from_resource_id, r.relation_id) > (after_other, after_relation)
    ),
    next_candidate as materialized (
      select c.other_id, c.relation_id
      from candidate c
      where (c.other_id, c.relation_id) <= (
        coalesce((select h.other_id from horizon h), last_id),
        coalesce((select h.relation_id from horizon h), last_id)
      )
      order by c.other_id, c.relation_id
      limit most
    )
    select
      array_agg(c.other_id order by c.other_id, c.relation_id),
      array_agg(c.relation_id order by c.other_id, c.relation_id),
      exists (select from horizon) or count(*) = most
    from next_candidate c;
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
  set_ids uuid[];
  opened uuid[];
  readable uuid[];
  others uuid[];
  relations uuid[];
  visible uuid[];
  remaining integer = most;
  batch_size integer = most;
  rows_of_set integer;
  is_cut boolean;
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
      into nodes, set_ids
      from visible_referring_set(caller, of_resource, nodes, graphs) s;
      rows_of_set = first_rows_of_set(most, cardinality(set_ids));
      opened = opened_by_own_grant(caller);
    end if;
  end if;
  while remaining > 0 loop
    if in_tiles and not outgoing then
      select r.others, r.relations, r.is_cut
      into others, relations, is_cut
      from next_referring_relation(
        of_resource, nodes, set_ids, opened, last_other, last_relation, rows_of_set, batch_size
      ) r;
    else
      select array_agg(c.other_id), array_agg(c.relation_id), count(*) = batch_size
      into others, relations, is_cut
      from (
        -- Only one of these has rows.
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
        where in_tiles
        union all
        (
          select o.to_resource_id, o.relation_id
          from resource_relation o
          where outgoing
            and not in_tiles
            and o.from_resource_id = of_resource
            and o.node_id is null
            and (o.to_resource_id, o.relation_id) > (last_other, last_relation)
          order by o.to_resource_id, o.relation_id
          limit batch_size
        )
        union all
        (
          select o.from_resource_id, o.relation_id
          from resource_relation o
          where not outgoing
            and not in_tiles
            and o.to_resource_id = of_resource
            and o.node_id is null
            and o.grant_set_id is null
            and (o.from_resource_id, o.relation_id) > (last_other, last_relation)
          order by o.from_resource_id, o.relation_id
          limit batch_size
        )
        order by other_id, relation_id
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
    exit when not is_cut;
    last_other = others[cardinality(others)];
    last_relation = relations[cardinality(others)];
    batch_size = least(2 * batch_size, 5000);
    rows_of_set = least(2 * rows_of_set, batch_size);
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
