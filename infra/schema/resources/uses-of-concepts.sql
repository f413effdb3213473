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
  insert into concept_use (value_id, nodegroup_id, tile_id)
  select v.value_id, t.nodegroup_id, t.tile_id
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
    select n.tile_id, n.nodegroup_id, n.data
    from new_tile n
    except
    select o.tile_id, o.nodegroup_id, o.data
    from old_tile o
  ),
  deleted as (
    delete from concept_use u
    using changed_tile t
    where u.tile_id = t.tile_id
  )
  insert into concept_use (value_id, nodegroup_id, tile_id)
  select v.value_id, t.nodegroup_id, t.tile_id
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

-- At most `most` tiles of some nodegroups with one of the values. The function goes from nodegroup to nodegroup within the index, so it
-- reads neither other nodegroups nor further tiles. A bitmap scan for a frequent value would read all its tiles.
create function tiles_with_concept_values(concept_values uuid[], nodegroups uuid[], most integer) returns table (tile_id uuid)
language plpgsql stable rows 100
set enable_seqscan = off
set enable_bitmapscan = off
as $$
#variable_conflict use_column
declare
  concept_value uuid;
  last_nodegroup uuid;
  tile_count integer;
  remaining integer = most;
begin
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
      if last_nodegroup = any (nodegroups) then
        return query
          select u.tile_id
          from concept_use u
          where u.value_id = concept_value
            and u.nodegroup_id = last_nodegroup
          limit remaining;
        get diagnostics tile_count = row_count;
        remaining = remaining - tile_count;
        if remaining = 0 then
          return;
        end if;
      end if;
    end loop;
  end loop;
end
$$;
