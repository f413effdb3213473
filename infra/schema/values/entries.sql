-- Stores the entries of tiles, which have none (docs/adr/087-searching-by-values.md).
-- @rule Searching by values: What is indexed of a tile?
create function store_value_entries(of_tiles uuid[]) returns void
language plpgsql
as $$
begin
  with tile_to_store as materialized (
    select t.tile_id, t.resource_id, t.data
    from tile t
    where t.tile_id = any (of_tiles)
  ),
  resource_of_tile as materialized (
    select
      r.resource_id,
      -- Most resource instances have no grants. Checking this is faster than computing the set.
      case
        when exists (select from resource_grant g where g.resource_id = r.resource_id) then grant_set_number_of(r.resource_id)
        else 0
      end as grant_set_number
    from (select distinct t.resource_id from tile_to_store t) r
  ),
  tile_value as materialized (
    select t.tile_id, t.resource_id, r.grant_set_number, n.entry_node_id, d.value
    from tile_to_store t
    join resource_of_tile r on r.resource_id = t.resource_id
    cross join lateral jsonb_each(t.data) d
    join entry_node n on n.node_id::text = d.key
    where jsonb_typeof(d.value) <> 'null'
  ),
  stored_id as (
    insert into id_entry (entry_node_id, grant_set_number, entry_value, resource_id, tile_id)
    select v.entry_node_id, v.grant_set_number, i.entry_value, v.resource_id, v.tile_id
    from tile_value v
    cross join lateral id_of_value(v.value) i
    -- Most values have no ids: looking at their kind takes less time than looking for ids.
    where case jsonb_typeof(v.value)
      when 'string' then octet_length(v.value #>> '{}') = 36
      when 'object' then v.value ? 'resourceId'
      else jsonb_typeof(v.value) <> 'number'
    end
  ),
  stored_number as (
    insert into number_entry (entry_node_id, grant_set_number, entry_value, resource_id, tile_id)
    select v.entry_node_id, v.grant_set_number, v.value::numeric, v.resource_id, v.tile_id
    from tile_value v
    where jsonb_typeof(v.value) = 'number'
  ),
  stored_date as (
    insert into date_entry (entry_node_id, grant_set_number, lower, upper, resource_id, tile_id)
    select v.entry_node_id, v.grant_set_number, d.lower, d.upper, v.resource_id, v.tile_id
    from tile_value v
    cross join lateral date_ranges(v.value #>> '{}') d
    where jsonb_typeof(v.value) = 'string'
  )
  insert into word_entry (grant_set_number, resource_id, tile_id, words)
  select t.grant_set_number, t.resource_id, t.tile_id, words_of_text(t.whole)
  from (
    select v.grant_set_number, v.resource_id, v.tile_id, string_agg(text_of_value(v.value), E'\n') as whole
    from tile_value v
    where jsonb_typeof(v.value) in ('string', 'object', 'array')
    group by v.tile_id, v.resource_id, v.grant_set_number
  ) t
  where t.whole <> '';
end
$$;

-- Deletes the entries of tiles.
create function delete_value_entries(of_resources uuid[], of_tiles uuid[]) returns void
language plpgsql
as $$
begin
  with former_tile as materialized (
    select t.resource_id, t.tile_id
    from unnest(of_resources, of_tiles) as t (resource_id, tile_id)
  ),
  deleted_id as (
    delete from id_entry e
    using former_tile t
    where e.resource_id = t.resource_id
      and e.tile_id = t.tile_id
  ),
  deleted_number as (
    delete from number_entry e
    using former_tile t
    where e.resource_id = t.resource_id
      and e.tile_id = t.tile_id
  ),
  deleted_date as (
    delete from date_entry e
    using former_tile t
    where e.resource_id = t.resource_id
      and e.tile_id = t.tile_id
  )
  delete from word_entry e
  using former_tile t
  where e.resource_id = t.resource_id
    and e.tile_id = t.tile_id;
end
$$;

create function add_value_entries() returns trigger
language plpgsql
as $$
begin
  perform store_value_entries(array(select t.tile_id from new_tile t));
  return null;
end
$$;

create trigger add_value_entries
  after insert on tile
  referencing new table as new_tile
  for each statement execute function add_value_entries();

create function update_value_entries() returns trigger
language plpgsql
as $$
declare
  changed_tiles uuid[] = array(
    select n.tile_id
    from (
      select t.tile_id, t.resource_id, t.data
      from new_tile t
      except
      select t.tile_id, t.resource_id, t.data
      from old_tile t
    ) n
  );
begin
  if changed_tiles = '{}' then
    return null;
  end if;
  perform delete_value_entries(array_agg(t.resource_id), array_agg(t.tile_id))
  from old_tile t
  where t.tile_id = any (changed_tiles);
  perform store_value_entries(changed_tiles);
  return null;
end
$$;

create trigger update_value_entries
  after update on tile
  referencing old table as old_tile new table as new_tile
  for each statement execute function update_value_entries();

create function delete_value_entries_of_tiles() returns trigger
language plpgsql
as $$
begin
  perform delete_value_entries(array_agg(t.resource_id), array_agg(t.tile_id))
  from old_tile t;
  return null;
end
$$;

create trigger delete_value_entries
  after delete on tile
  referencing old table as old_tile
  for each statement execute function delete_value_entries_of_tiles();

create function add_entry_nodes() returns trigger
language plpgsql
as $$
begin
  insert into entry_node (node_id)
  select n.node_id
  from new_node n
  on conflict do nothing;
  return null;
end
$$;

create trigger add_entry_nodes
  after insert on node
  referencing new table as new_node
  for each statement execute function add_entry_nodes();

-- Whether an upgrade is still computing the entries of values, so that a search by values would not find everything.
create function is_filling_value_entries() returns boolean
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp
as $$
begin
  return exists (select from stale_result s where s.name = 'entries of values');
end
$$;
