-- The ids that can be concept values among the values of a tile: texts that are UUIDs, also in lists.
-- @rule Names and relations: Which concepts does a tile use?
create function possible_concept_values(tile_data jsonb) returns table (value_id uuid)
language sql immutable rows 2
begin atomic
  select (v.value #>> '{}')::uuid
  from jsonb_path_query(
    tile_data,
    '$.*[*] ? (@.type() == "string" && @ like_regex "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$" flag "i")'
  ) v (value);
end;

create function add_concept_uses() returns trigger
language plpgsql
as $$
begin
  insert into concept_use (value_id, nodegroup_id, tile_id, resource_id, grant_set_id)
  select v.value_id, t.nodegroup_id, t.tile_id, t.resource_id, grant_set_id_of(t.resource_id)
  from new_tile t
  cross join lateral possible_concept_values(t.data) v;
  return null;
end
$$;

create trigger add_concept_uses
  after insert on tile
  referencing new table as new_tile
  for each statement execute function add_concept_uses();

-- The function compares sets instead of joining them, so that its plan, which is made once for a session, is fast for updates of any size.
create function update_concept_uses() returns trigger
language plpgsql
as $$
begin
  with changed_tile as materialized (
    select n.tile_id, n.nodegroup_id, n.resource_id, n.data
    from new_tile n
    except
    select o.tile_id, o.nodegroup_id, o.resource_id, o.data
    from old_tile o
  ),
  deleted as (
    delete from concept_use u
    using changed_tile t
    where u.tile_id = t.tile_id
  )
  insert into concept_use (value_id, nodegroup_id, tile_id, resource_id, grant_set_id)
  select v.value_id, t.nodegroup_id, t.tile_id, t.resource_id, grant_set_id_of(t.resource_id)
  from changed_tile t
  cross join lateral possible_concept_values(t.data) v;
  return null;
end
$$;

create trigger update_concept_uses
  after update on tile
  referencing old table as old_tile new table as new_tile
  for each statement execute function update_concept_uses();

create function delete_concept_uses() returns trigger
language plpgsql
as $$
begin
  delete from concept_use u
  using old_tile t
  where u.tile_id = t.tile_id;
  return null;
end
$$;

create trigger delete_concept_uses
  after delete on tile
  referencing old table as old_tile
  for each statement execute function delete_concept_uses();

-- The nodegroups and sets of grants of the tiles with some concept values, if the caller may read the nodegroup and sees resource instances
-- with such a set. A null set stands for rows whose set is not computed yet.
create function visible_set_of_use(caller integer, concept_values uuid[], readable uuid[])
returns table (value_id uuid, nodegroup_id uuid, grant_set_id uuid)
language plpgsql stable rows 10
set enable_seqscan = off
set enable_bitmapscan = off
as $$
#variable_conflict use_column
declare
  concept_value uuid;
  last_nodegroup uuid;
  used_values uuid[] = '{}';
  used_nodegroups uuid[] = '{}';
begin
  -- Each step finds the next nodegroup in the index.
  foreach concept_value in array concept_values loop
    last_nodegroup = '00000000-0000-0000-0000-000000000000';
    loop
      select u.nodegroup_id
      into last_nodegroup
      from concept_use u
      where u.value_id = concept_value
        and u.nodegroup_id > last_nodegroup
      order by u.nodegroup_id
      limit 1;
      exit when not found;
      if last_nodegroup = any (readable) then
        used_values = used_values || concept_value;
        used_nodegroups = used_nodegroups || last_nodegroup;
      end if;
    end loop;
  end loop;
  return query
    with recursive used_set as (
      select
        s.value_id,
        s.nodegroup_id,
        (
          select u.grant_set_id
          from concept_use u
          where u.value_id = s.value_id
            and u.nodegroup_id = s.nodegroup_id
            and u.grant_set_id >= '00000000-0000-0000-0000-000000000000'
          order by u.grant_set_id
          limit 1
        ) as grant_set_id
      from unnest(used_values, used_nodegroups) s (value_id, nodegroup_id)
      union all
      -- Each step finds the next set in the index.
      select
        s.value_id,
        s.nodegroup_id,
        (
          select u.grant_set_id
          from concept_use u
          where u.value_id = s.value_id
            and u.nodegroup_id = s.nodegroup_id
            and u.grant_set_id > s.grant_set_id
          order by u.grant_set_id
          limit 1
        )
      from used_set s
      where s.grant_set_id is not null
    )
    -- The last step of each nodegroup has found no set.
    select s.value_id, s.nodegroup_id, s.grant_set_id
    from used_set s
    join nodegroup n on n.nodegroup_id = s.nodegroup_id
    cross join caller_rights(caller) c
    left join lateral visibility_by_grant_set(
      s.grant_set_id, n.graph_id, c.account_group_ids, c.guest_group_ids, c.own_graphs, c.guest_graphs
    ) v on true
    where s.grant_set_id is null
      or c.is_administrator
      or v.is_visible;
end
$$;

-- The resource instances that a caller may see with one of some concept values in a readable tile, in the order of their ids. Nodegroups and
-- sets of grants that are closed to the caller are skipped in the index. Each tile that is left is compared, so an outdated row can cost
-- time, never show anything. It ends when there are enough, or no more.
-- @rule Permissions: Who sees that a record uses a concept?
create function visible_user_of_values(caller integer, concept_values uuid[], after uuid, most integer) returns table (resource_id uuid)
language plpgsql stable rows 100
set enable_seqscan = off
set enable_bitmapscan = off
as $$
#variable_conflict use_column
declare
  last_id constant uuid = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  readable uuid[] = array(select g.nodegroup_id from readable_nodegroup(caller) g);
  unreadable_nodes text[] = unreadable_moved_nodes(caller);
  opened uuid[] = opened_by_own_grant(caller);
  set_values uuid[];
  set_nodegroups uuid[];
  set_ids uuid[];
  resources uuid[];
  tiles uuid[];
  visible uuid[];
  users uuid[];
  remaining integer = most;
  batch_size integer = most;
  rows_of_set integer;
  is_cut boolean;
  last_resource uuid = after;
  last_tile uuid = last_id;
begin
  select array_agg(s.value_id), array_agg(s.nodegroup_id), array_agg(s.grant_set_id)
  into set_values, set_nodegroups, set_ids
  from visible_set_of_use(caller, concept_values, readable) s;
  if set_ids is null then
    return;
  end if;
  rows_of_set = first_rows_of_set(most, cardinality(set_ids));
  while remaining > 0 loop
    with of_set as materialized (
      select r.*
      from unnest(set_values, set_nodegroups, set_ids) s (value_id, nodegroup_id, grant_set_id)
      cross join lateral (
        select d.resource_id, d.tile_id, row_number() over (order by d.resource_id, d.tile_id) as position
        from (
          -- A list can have a value twice.
          select distinct u.resource_id, u.tile_id
          from concept_use u
          where u.value_id = s.value_id
            and u.nodegroup_id = s.nodegroup_id
            and u.grant_set_id = s.grant_set_id
            and (u.resource_id, u.tile_id) > (last_resource, last_tile)
          order by u.resource_id, u.tile_id
          limit rows_of_set
        ) d
      ) r
    ),
    -- What comes after the last row of a set may be incomplete.
    horizon as materialized (
      select r.resource_id, r.tile_id
      from of_set r
      where r.position = rows_of_set
      order by r.resource_id, r.tile_id
      limit 1
    ),
    candidate as (
      select r.resource_id, r.tile_id
      from of_set r
      union
      -- Rows whose sets are not computed yet.
      select t.resource_id, t.tile_id
      from unnest(set_values, set_nodegroups, set_ids) s (value_id, nodegroup_id, grant_set_id)
      join concept_use u
        on u.value_id = s.value_id
        and u.nodegroup_id = s.nodegroup_id
        and u.grant_set_id is null
      join tile t on t.tile_id = u.tile_id
      where s.grant_set_id is null
        and (t.resource_id, t.tile_id) > (last_resource, last_tile)
      union
      select t.resource_id, t.tile_id
      from unnest(opened) o (resource_id)
      join tile t on t.resource_id = o.resource_id
      join concept_use u on u.tile_id = t.tile_id
      where o.resource_id >= last_resource
        and u.value_id = any (concept_values)
        and (t.resource_id, t.tile_id) > (last_resource, last_tile)
    )
    select array_agg(c.resource_id), array_agg(c.tile_id), exists (select from horizon)
    into resources, tiles, is_cut
    from (
      select c.resource_id, c.tile_id
      from candidate c
      where (c.resource_id, c.tile_id) <= (
        coalesce((select h.resource_id from horizon h), last_id),
        coalesce((select h.tile_id from horizon h), last_id)
      )
      order by c.resource_id, c.tile_id
      limit batch_size
    ) c;
    exit when resources is null;
    visible = array(select v.resource_id from visible_among(caller, resources) v);
    users = array(
      select distinct t.resource_id
      from unnest(tiles) c (tile_id)
      join tile t on t.tile_id = c.tile_id
      join held_node n on n.nodegroup_id = t.nodegroup_id
      where t.resource_id in (select unnest(visible))
        and t.nodegroup_id in (select unnest(readable))
        and n.holds = 'concept values'
        and n.node_id::text <> all (unreadable_nodes)
        and (not t.is_proposed or readable_provisional_edits(t.provisional_edits, caller) is not null)
        and exists (
          select
          from unnest(concept_values) v (value_id)
          where strpos(lower((t.data -> n.node_id::text)::text), v.value_id::text) > 0
        )
      order by t.resource_id
      limit remaining
    );
    return query select unnest(users);
    remaining = remaining - cardinality(users);
    exit when not is_cut and cardinality(resources) < batch_size;
    last_resource = resources[cardinality(resources)];
    -- A resource instance that was returned is passed with all its tiles.
    last_tile = case
      when last_resource = any (users) then last_id
      else tiles[cardinality(resources)]
    end;
    batch_size = least(2 * batch_size, 5000);
    rows_of_set = least(2 * rows_of_set, batch_size);
  end loop;
end
$$;
