-- The entries by which names are searched (docs/adr/008-names-stored-updated-searched.md).

-- The id of a set of sources: whoever may read these nodegroups of the graph may read what is built from them.
create function source_set_id(of_graph uuid, nodegroup_ids jsonb) returns uuid
language sql immutable
return md5(of_graph::text || in_order(nodegroup_ids))::uuid;

-- The id of a set of sources of resource instances that grants close to groups. It is declared stable like the conversion of an array to a
-- text, because the planner does not inline an immutable function that calls a stable one.
create function closed_set_id(source_set uuid, closed_groups integer[]) returns uuid
language sql stable
return case when closed_groups = '{}' then source_set else md5(source_set::text || closed_groups::text)::uuid end;

-- The groups to which grants close a resource instance, in ascending order.
-- @rule Thesaurus: Which names does a search skip, for this caller?
create function closed_groups(of_resource uuid) returns integer[]
language plpgsql stable
as $$
begin
  return array(
    select g.account_group_id
    from resource_grant g
    where g.resource_id = of_resource
      and g.account_group_id is not null
      and g.no_access
    order by g.account_group_id
  );
end
$$;

-- The entries of a folded name: the whole name; and for each of its next 19 parts, the rest of the name from this part on, cut to 40
-- characters. A text with apostrophes has an entry for each of its forms.
-- @rule Thesaurus: By which words is a name found?
create function entry_of_parts(parts text[]) returns table (is_whole boolean, entry text, uncut text)
language sql immutable
begin atomic
  select
    p.position = 1,
    left(f.form, case when p.position = 1 then 200 else 40 end),
    f.form
  from generate_series(1, least(cardinality(parts), 20)) as p (position)
  cross join lateral unnest(forms_of_parts(array_to_string(parts[p.position:], ' '))) as f (form);
end;

-- The entries of a name in all languages, with those of its own text. An entry can occur more than once. The function is in
-- PL/pgSQL, because the planner inlines SQL functions and then ignores their row estimates, here 5.
create function entry_of_descriptors(of_graph uuid, descriptors jsonb)
returns table (is_whole boolean, entry text, source_set_id uuid, nodegroup_ids jsonb)
language plpgsql immutable rows 5
as $$
#variable_conflict use_column
begin
  return query
    -- Materialized, because the planner would fold the text once for each entry.
    with name_variant as materialized (
      select
        v.descriptor -> 'nodegroups' as nodegroup_ids,
        source_set_id(of_graph, v.descriptor -> 'nodegroups') as source_set_id,
        string_to_array(folded_parts(v.descriptor ->> 'value'), ' ') as parts
      from jsonb_each(descriptors) l
      cross join lateral (
        values (l.value -> 'name'), (l.value -> 'name' -> 'own')
      ) as v (descriptor)
      where v.descriptor is not null
    )
    select e.is_whole, e.entry, v.source_set_id, v.nodegroup_ids
    from name_variant v
    cross join lateral entry_of_parts(v.parts) e;
end
$$;

-- Stores the entries of the names of resource instances. The plan is made once for a session: it looks up each word in the index, whatever
-- the number of names.
create function store_name_entries(of_resources uuid[]) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
begin
  with new_entry as materialized (
    select distinct
      r.resource_id,
      r.graph_id,
      e.is_whole,
      e.entry,
      closed_set_id(e.source_set_id, c.closed_groups) as source_set_id,
      e.nodegroup_ids,
      c.closed_groups,
      e.source_set_id as open_set_id
    from resource r
    cross join lateral closed_groups(r.resource_id) as c (closed_groups)
    cross join lateral entry_of_descriptors(r.graph_id, r.descriptors) e
    where r.resource_id = any (of_resources)
  ),
  added_set as (
    insert into source_set (source_set_id, graph_id, nodegroup_ids, closed_groups, open_set_id)
    select distinct on (n.source_set_id) n.source_set_id, n.graph_id, n.nodegroup_ids, n.closed_groups, n.open_set_id
    from new_entry n
    where not exists (select from source_set s where s.source_set_id = n.source_set_id)
  ),
  added_word as (
    insert into name_word (word)
    select distinct split_part(n.entry, ' ', 1)
    from new_entry n
    -- Unlike "not exists", this never reads all words.
    where (select w.word from name_word w where w.word = split_part(n.entry, ' ', 1) limit 1) is null
  ),
  deleted as (
    delete from name_entry e
    where e.resource_id = any (of_resources)
      -- Unlike "not exists", "not in" always uses a hash.
      and (e.resource_id, e.is_whole, e.entry, e.source_set_id) not in (
        select n.resource_id, n.is_whole, n.entry, n.source_set_id
        from new_entry n
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

-- Only names have entries; other texts have none.
create trigger update_name_entries
  after update of descriptors on resource
  for each row
  when (
    jsonb_path_query_array(old.descriptors, '$.*.name') is distinct from jsonb_path_query_array(new.descriptors, '$.*.name')
  )
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

-- Moves entries to other sets after grants closed resource instances to groups, or opened them. Locks the resource instances: otherwise a
-- transaction that stores their names now would not see these grants, and neither would this one see its entries. A deleted group has no
-- callers, and a deleted resource instance no entries.
create function move_name_entries() returns trigger
language plpgsql
as $$
begin
  if not exists (select from changed c where c.no_access and c.account_group_id is not null) then
    return null;
  end if;

  perform
  from resource r
  where r.resource_id in (select c.resource_id from changed c where c.no_access and c.account_group_id is not null)
  order by r.resource_id
  for no key update;

  with changed_resource as materialized (
    select r.resource_id, closed_groups(r.resource_id) as closed_groups
    from resource r
    where r.resource_id in (
      select c.resource_id
      from changed c
      where c.no_access
        and c.account_group_id in (select g.account_group_id from account_group g)
    )
  ),
  moved_entry as materialized (
    select e.*, s.graph_id, s.nodegroup_ids, r.closed_groups, s.open_set_id, n.new_set_id
    from changed_resource r
    join name_entry e on e.resource_id = r.resource_id
    cross join lateral (
      select s.*
      from source_set s
      where s.source_set_id = e.source_set_id
      limit 1
    ) s
    cross join lateral closed_set_id(s.open_set_id, r.closed_groups) as n (new_set_id)
    where n.new_set_id <> e.source_set_id
  ),
  added_set as (
    insert into source_set (source_set_id, graph_id, nodegroup_ids, closed_groups, open_set_id)
    select distinct on (m.new_set_id) m.new_set_id, m.graph_id, m.nodegroup_ids, m.closed_groups, m.open_set_id
    from moved_entry m
    where not exists (select from source_set s where s.source_set_id = m.new_set_id)
  ),
  deleted as (
    delete from name_entry e
    using moved_entry m
    where (e.is_whole, e.entry, e.resource_id, e.source_set_id) = (m.is_whole, m.entry, m.resource_id, m.source_set_id)
  )
  insert into name_entry (is_whole, entry, resource_id, source_set_id)
  select m.is_whole, m.entry, m.resource_id, m.new_set_id
  from moved_entry m
  on conflict do nothing;
  return null;
end
$$;

create trigger move_name_entries_after_insert
  after insert on resource_grant
  referencing new table as changed
  for each statement execute function move_name_entries();

create trigger move_name_entries_after_update
  after update on resource_grant
  referencing new table as changed
  for each statement execute function move_name_entries();

-- A moved grant also affects its old resource instance.
create trigger move_former_name_entries_after_update
  after update on resource_grant
  referencing old table as changed
  for each statement execute function move_name_entries();

create trigger move_name_entries_after_delete
  after delete on resource_grant
  referencing old table as changed
  for each statement execute function move_name_entries();
