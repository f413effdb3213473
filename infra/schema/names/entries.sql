-- The entries by which names are searched (docs/adr/076-searching-names.md).

-- The id of a set of sources: whoever may read these nodegroups of the graph may read what is built from them.
create function source_set_id(of_graph uuid, nodegroup_ids jsonb) returns uuid
language sql immutable
return md5(of_graph::text || in_order(nodegroup_ids))::uuid;

-- The entries of the words of a folded name: the whole name, and the rest from each of its next 19 words on, cut to 40 characters.
create function entry_of_words(words text[]) returns table (is_whole boolean, entry text)
language sql immutable
begin atomic
  select
    p.position = 1,
    left(array_to_string(words[p.position:], ' '), case when p.position = 1 then 200 else 40 end)
  from generate_series(1, least(cardinality(words), 20)) as p (position);
end;

-- The entries of the versions of a name in all languages, for all readers; some repeatedly.
create function entry_of_descriptors(of_graph uuid, descriptors jsonb)
returns table (is_whole boolean, entry text, source_set_id uuid, nodegroup_ids jsonb)
language sql immutable
begin atomic
  -- Materialized, because the planner would fold the text once for each entry.
  with version as materialized (
    select
      v.descriptor -> 'nodegroups' as nodegroup_ids,
      source_set_id(of_graph, v.descriptor -> 'nodegroups') as source_set_id,
      string_to_array(folded_label(v.descriptor ->> 'value'), ' ') as words
    from jsonb_each(descriptors) l
    cross join lateral (
      values (l.value -> 'name'), (l.value -> 'name' -> 'own')
    ) as v (descriptor)
    where v.descriptor is not null
  )
  select e.is_whole, e.entry, v.source_set_id, v.nodegroup_ids
  from version v
  cross join lateral entry_of_words(v.words) e;
end;

-- Stores the entries of the names of resource instances.
create function store_name_entries(of_resources uuid[]) returns void
language plpgsql
as $$
begin
  with new_entry as materialized (
    select distinct r.resource_id, r.graph_id, e.*
    from resource r
    cross join lateral entry_of_descriptors(r.graph_id, r.descriptors) e
    where r.resource_id = any (of_resources)
  ),
  added_set as (
    insert into source_set (source_set_id, graph_id, nodegroup_ids)
    select distinct on (n.source_set_id) n.source_set_id, n.graph_id, n.nodegroup_ids
    from new_entry n
    where not exists (select from source_set s where s.source_set_id = n.source_set_id)
  ),
  added_word as (
    insert into name_word (word)
    select distinct split_part(n.entry, ' ', 1)
    from new_entry n
    where not exists (select from name_word w where w.word = split_part(n.entry, ' ', 1))
  ),
  deleted as (
    delete from name_entry e
    where e.resource_id = any (of_resources)
      and not exists (
        select
        from new_entry n
        where n.resource_id = e.resource_id
          and (n.is_whole, n.entry, n.source_set_id) = (e.is_whole, e.entry, e.source_set_id)
      )
  )
  insert into name_entry (is_whole, entry, resource_id, source_set_id)
  select n.is_whole, n.entry, n.resource_id, n.source_set_id
  from new_entry n
  on conflict do nothing;
end
$$;

create function add_name_entries() returns trigger
language plpgsql
as $$
begin
  perform store_name_entries(array(select r.resource_id from new_resource r where r.descriptors <> '{}'));
  return null;
end
$$;

create trigger add_name_entries
  after insert on resource
  referencing new table as new_resource
  for each statement execute function add_name_entries();

create function update_name_entries() returns trigger
language plpgsql
as $$
begin
  perform store_name_entries(array[new.resource_id]);
  return null;
end
$$;

create trigger update_name_entries
  after update of descriptors on resource
  for each row
  when (old.descriptors is distinct from new.descriptors)
  execute function update_name_entries();

create function delete_name_entries() returns trigger
language plpgsql
as $$
begin
  delete from name_entry e
  using old_resource r
  where e.resource_id = r.resource_id;
  return null;
end
$$;

create trigger delete_name_entries
  after delete on resource
  referencing old table as old_resource
  for each statement execute function delete_name_entries();
