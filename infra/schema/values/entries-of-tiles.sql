-- Triggers store the entries in the statement that writes the tile. An update writes the entries of changed values only.
create function add_value_entries() returns trigger
language plpgsql
as $$
begin
  perform change_value_entries('{}', '{}', array_agg(t.resource_id), array_agg(t.data))
  from new_tile t
  where t.data <> '{}'
  having count(*) > 0;
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
  changed_tiles constant uuid[] = array(
    select c.tile_id
    from (
      select t.tile_id, t.resource_id, t.data
      from new_tile t
      except
      select t.tile_id, t.resource_id, t.data
      from old_tile t
    ) c
  );
begin
  if changed_tiles <> '{}' then
    perform change_value_entries(f.resources, f.data, p.resources, p.data)
    from (
      select array_agg(t.resource_id), array_agg(t.data)
      from old_tile t
      where t.tile_id = any (changed_tiles)
    ) as f (resources, data)
    cross join (
      select array_agg(t.resource_id), array_agg(t.data)
      from new_tile t
      where t.tile_id = any (changed_tiles)
    ) as p (resources, data);
  end if;
  return null;
end
$$;

create trigger update_value_entries
  after update on tile
  referencing old table as old_tile new table as new_tile
  for each statement execute function update_value_entries();

create function delete_value_entries() returns trigger
language plpgsql
as $$
declare
  -- Those without other tiles, so that their values need not be compared.
  empty_resources constant uuid[] = array(
    select r.resource_id
    from (select distinct t.resource_id from old_tile t) r
    where not exists (select from tile t where t.resource_id = r.resource_id)
  );
begin
  perform delete_entries_of_resources(empty_resources);
  perform change_value_entries(array_agg(t.resource_id), array_agg(t.data), '{}', '{}')
  from old_tile t
  where t.resource_id <> all (empty_resources)
  having count(*) > 0;
  return null;
end
$$;

create trigger delete_value_entries
  after delete on tile
  referencing old table as old_tile
  for each statement execute function delete_value_entries();

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
