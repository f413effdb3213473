-- The nodes and sets of grants of the entries of some concept values, if the caller may read the node and sees resource instances with such
-- a set.
create function visible_set_of_use(caller integer, concept_values uuid[], readable_nodes integer[])
returns table (value_id uuid, entry_node_id integer, grant_set_number integer)
language plpgsql stable rows 10
set enable_seqscan = off
set enable_bitmapscan = off
as $$
#variable_conflict use_column
declare
  concept_value uuid;
  last_node integer;
  used_values uuid[] = '{}';
  used_nodes integer[] = '{}';
begin
  -- Each step finds the next node in the index.
  foreach concept_value in array concept_values loop
    last_node = 0;
    loop
      select e.entry_node_id
      into last_node
      from id_entry e
      where e.entry_value = concept_value
        and e.entry_node_id > last_node
      order by e.entry_node_id
      limit 1;
      exit when not found;
      if last_node = any (readable_nodes) then
        used_values = used_values || concept_value;
        used_nodes = used_nodes || last_node;
      end if;
    end loop;
  end loop;
  return query
    with recursive used_set as (
      select
        s.value_id,
        s.entry_node_id,
        (
          select e.grant_set_number
          from id_entry e
          where e.entry_value = s.value_id
            and e.entry_node_id = s.entry_node_id
            and e.grant_set_number >= 0
          order by e.grant_set_number
          limit 1
        ) as grant_set_number
      from unnest(used_values, used_nodes) s (value_id, entry_node_id)
      union all
      -- Each step finds the next set in the index.
      select
        s.value_id,
        s.entry_node_id,
        (
          select e.grant_set_number
          from id_entry e
          where e.entry_value = s.value_id
            and e.entry_node_id = s.entry_node_id
            and e.grant_set_number > s.grant_set_number
          order by e.grant_set_number
          limit 1
        )
      from used_set s
      where s.grant_set_number is not null
    )
    -- The last step of each node has found no set.
    select s.value_id, s.entry_node_id, s.grant_set_number
    from used_set s
    join entry_node i on i.entry_node_id = s.entry_node_id
    join node n on n.node_id = i.node_id
    left join grant_set g on g.grant_set_number = s.grant_set_number
    cross join caller_rights(caller) c
    cross join lateral visibility_by_grant_set(
      coalesce(g.grant_set_id, '00000000-0000-0000-0000-000000000000'),
      n.graph_id, c.account_group_ids, c.guest_group_ids, c.own_graphs, c.guest_graphs
    ) v
    where s.grant_set_number is not null
      and (c.is_administrator or v.is_visible);
end
$$;

-- Those of some resource instances that a caller may see with one of some concept values in a readable tile, at most so many, in the order
-- of their ids.
create function visible_users_among(caller integer, resources uuid[], concept_values uuid[], most integer)
returns table (resource_id uuid)
language plpgsql stable rows 100
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  unreadable_nodes text[] = unreadable_moved_nodes(caller);
  readable uuid[] = array(select g.nodegroup_id from readable_nodegroup(caller) g);
  node_keys text[];
  node_nodegroups uuid[];
begin
  select array_agg(n.node_id::text), array_agg(n.nodegroup_id)
  into node_keys, node_nodegroups
  from held_node n
  where n.holds = 'concept values'
    and n.nodegroup_id = any (readable)
    and n.node_id::text <> all (unreadable_nodes);
  return query
    with used as materialized (
      select r.resource_id
      from unnest(resources) r (resource_id)
      where exists (
        select
        from tile t
        where t.resource_id = r.resource_id
          and t.nodegroup_id = any (node_nodegroups)
          and (not t.is_proposed or readable_provisional_edits(t.provisional_edits, caller) is not null)
          and exists (
            select
            from unnest(node_keys, node_nodegroups) n (node_key, nodegroup_id)
            cross join unnest(concept_values) v (value_id)
            where n.nodegroup_id = t.nodegroup_id
              and t.data ? n.node_key
              and strpos(lower((t.data -> n.node_key)::text), v.value_id::text) > 0
          )
        -- With an offset, the planner looks at the tiles of each resource instance.
        offset 0
      )
    )
    select v.resource_id
    from visible_among(caller, array(select u.resource_id from used u)) v
    order by v.resource_id
    limit most;
end
$$;

-- As visible_user_of_values, among those with entries. Nodes and sets of grants that are closed to the caller are skipped in the index.
create function visible_user_by_entries(caller integer, concept_values uuid[], after uuid, most integer) returns table (resource_id uuid)
language plpgsql stable rows 100
set enable_seqscan = off
set enable_bitmapscan = off
as $$
#variable_conflict use_column
declare
  readable_nodes integer[] = array(
    select e.entry_node_id
    from held_node n
    join entry_node e on e.node_id = n.node_id
    where n.holds = 'concept values'
      and n.nodegroup_id in (select g.nodegroup_id from readable_nodegroup(caller) g)
  );
  opened uuid[] = opened_by_own_grant(caller);
  set_values uuid[];
  set_nodes integer[];
  set_numbers integer[];
  resources uuid[];
  users uuid[];
  remaining integer = most;
  batch_size integer = most;
  rows_of_set integer;
  is_cut boolean;
  last_resource uuid = after;
begin
  select
    coalesce(array_agg(s.value_id), '{}'),
    coalesce(array_agg(s.entry_node_id), '{}'),
    coalesce(array_agg(s.grant_set_number), '{}')
  into set_values, set_nodes, set_numbers
  from visible_set_of_use(caller, concept_values, readable_nodes) s;
  rows_of_set = first_rows_of_set(most, greatest(cardinality(set_numbers), 1));
  while remaining > 0 loop
    with of_set as materialized (
      select r.*
      from unnest(set_values, set_nodes, set_numbers) s (value_id, entry_node_id, grant_set_number)
      cross join lateral (
        select d.resource_id, row_number() over (order by d.resource_id) as position
        from (
          -- A resource instance can have a value twice.
          select distinct e.resource_id
          from id_entry e
          where e.entry_value = s.value_id
            and e.entry_node_id = s.entry_node_id
            and e.grant_set_number = s.grant_set_number
            and e.resource_id > last_resource
          order by e.resource_id
          limit rows_of_set
        ) d
      ) r
    ),
    -- What comes after the last row of a set may be incomplete.
    horizon as materialized (
      select r.resource_id
      from of_set r
      where r.position = rows_of_set
      order by r.resource_id
      limit 1
    ),
    candidate as (
      select r.resource_id
      from of_set r
      union
      select o.resource_id
      from unnest(opened) o (resource_id)
      join id_entry e on e.resource_id = o.resource_id
      where o.resource_id > last_resource
        and e.entry_value = any (concept_values)
        and e.entry_node_id = any (readable_nodes)
    )
    select array_agg(c.resource_id), exists (select from horizon)
    into resources, is_cut
    from (
      select c.resource_id
      from candidate c
      where c.resource_id <= coalesce((select h.resource_id from horizon h), 'ffffffff-ffff-ffff-ffff-ffffffffffff')
      order by c.resource_id
      limit batch_size
    ) c;
    exit when resources is null;
    users = array(select u.resource_id from visible_users_among(caller, resources, concept_values, remaining) u);
    return query select unnest(users);
    remaining = remaining - cardinality(users);
    exit when not is_cut and cardinality(resources) < batch_size;
    last_resource = resources[cardinality(resources)];
    batch_size = least(2 * batch_size, 5000);
    rows_of_set = least(2 * rows_of_set, batch_size);
  end loop;
end
$$;

-- The resource instances that a caller may see with one of some concept values in a readable tile, in the order of their ids. It ends when
-- there are enough, or no more. While an upgrade computes the entries of values, resource instances without them are looked at one by one.
-- @rule Permissions: Who sees that a record uses a concept?
create function visible_user_of_values(caller integer, concept_values uuid[], after uuid, most integer) returns table (resource_id uuid)
language plpgsql stable rows 100
as $$
#variable_conflict use_column
declare
  filled_to constant uuid = value_entries_filled_to();
  last_resource uuid = greatest(after, filled_to);
  resources uuid[];
  users uuid[];
  remaining integer;
begin
  users = array(
    select u.resource_id
    from visible_user_by_entries(caller, concept_values, after, most) u
    where u.resource_id <= filled_to
  );
  return query select unnest(users);
  remaining = most - cardinality(users);
  while remaining > 0 and concept_values <> '{}' loop
    resources = array(
      select r.resource_id
      from resource r
      where r.resource_id > last_resource
      order by r.resource_id
      limit 2000
    );
    exit when resources = '{}';
    users = array(select u.resource_id from visible_users_among(caller, resources, concept_values, remaining) u);
    return query select unnest(users);
    remaining = remaining - cardinality(users);
    last_resource = resources[cardinality(resources)];
  end loop;
end
$$;
