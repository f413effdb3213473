-- What writing through the service needs besides the tables of the data.

-- Who made a resource instance; imports name nobody.
alter table resource
  add column created_by integer references account on delete set null;

-- What was proposed for a tile before and after an edit of proposals: the tile's own value is old_value, as ever.
alter table edit_log
  add column old_provisional_edits jsonb,
  add column new_provisional_edits jsonb;

-- A request that creates something and is sent again under the same key creates nothing more (Idempotency-Key).
create table idempotency_key (
  account_id integer not null references account on delete cascade,
  idempotency_key text not null,
  -- What was asked: the same key with another request is a mistake of the caller's.
  request_hash text not null,
  resource_id uuid not null,
  tile_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (account_id, idempotency_key)
);

-- Old keys are taken out by age whenever a new one comes.
create index idempotency_key_created_at on idempotency_key (created_at);

-- Whether a caller's changes count at once; those of others wait for a reviewer.
create function is_reviewer(caller integer) returns boolean
language sql stable
begin atomic
  select
    is_administrator(caller)
    or exists (
      select
      from caller_group(caller) c
      join account_group g on g.account_group_id = c.account_group_id
      where g.name = 'Resource Reviewer'
    );
end;

-- The value of a reference node without the references to one resource instance: null where nothing is left.
create function without_reference(reference jsonb, gone uuid) returns jsonb
language sql immutable
begin atomic
  select case jsonb_typeof(reference)
    when 'array' then (
      select coalesce(jsonb_agg(item.value order by item.ordinality), 'null'::jsonb)
      from jsonb_array_elements(reference) with ordinality as item (value, ordinality)
      where lower(coalesce(item.value ->> 'resourceId', item.value #>> '{}')) is distinct from gone::text
    )
    else 'null'::jsonb
  end;
end;

-- The data of a tile without the references of some of its nodes to one resource instance.
create function without_references(tile_data jsonb, nodes uuid[], gone uuid) returns jsonb
language sql immutable
begin atomic
  select tile_data || coalesce(
    jsonb_object_agg(n.node_id, without_reference(tile_data -> n.node_id::text, gone)),
    '{}'
  )
  from unnest(nodes) as n (node_id);
end;

-- The values that the data of a tile has for some nodes, in the order of the nodes; the value itself where it is one node.
create function node_values(tile_data jsonb, nodes text[]) returns jsonb
language sql immutable parallel safe
return case
  when cardinality(nodes) = 1 then tile_data -> nodes[1]
  else (
    select jsonb_agg(tile_data -> n.node order by n.ordinality)
    from unnest(nodes) with ordinality as n (node, ordinality)
  )
end;

-- What is locked by name, each in a row. Advisory locks are anybody's who logs in: a reader of spatial views could hold them, and writers
-- would wait. The rows of this table are locked by those alone who may write it.
create table named_lock (
  name text collate "C" primary key
);

-- The others are those of unique constraints, which models bring.
insert into named_lock (name)
values ('thesaurus');

-- Whoever holds a lock holds it until the end of the transaction; the next one sees what was committed by then. Locks are taken after those of
-- resource instances and before that of names (022-marks-of-names.sql); of several, in the order of their names.
create function take_lock(lock_name text) returns boolean
language plpgsql volatile
as $$
begin
  loop
    perform
    from named_lock l
    where l.name = lock_name
    for update;
    if found then
      return true;
    end if;
    insert into named_lock (name)
    values (lock_name)
    on conflict do nothing;
  end loop;
end
$$;

-- Of values that must be there once only, those that a tile has already: the places of their checks in the list. Tiles that are
-- being changed are not asked.
-- A check is {"constraint_id", "nodegroup_id", "values": {node id: value}}. Whoever writes such values waits for whoever wrote
-- some before, and then sees what was written: each query of the function sees what is committed by then.
-- The values of one constraint are looked for at once, by their hashes: many in many tiles take one pass over each.
create function repeated_values(checks jsonb, changing uuid[]) returns integer[]
language plpgsql volatile
as $$
declare
  one record;
  found_places integer[] = '{}';
begin
  for one in
    select
      c.value ->> 'constraint_id' as constraint_id,
      (c.value ->> 'nodegroup_id')::uuid as nodegroup_id,
      array(select jsonb_object_keys(c.value -> 'values') order by 1) as nodes,
      array_agg(c.ordinality::integer - 1) as places,
      array_agg(c.value -> 'values') as wanted
    from jsonb_array_elements(checks) with ordinality as c (value, ordinality)
    group by 1, 2, 3
    order by 1, 2, 3
  loop
    perform take_lock(one.constraint_id);
    found_places = found_places || array(
      with wanted as materialized (
        select
          w.place,
          w.value -> one.nodes[1] as first_value,
          node_values(w.value, one.nodes) as key
        from unnest(one.places, one.wanted) as w (place, value)
      ),
      present as materialized (
        select node_values(t.data, one.nodes) as key
        from tile t
        where t.nodegroup_id = one.nodegroup_id
          -- Most tiles differ in the first value already. "is true" keeps it a look-up by hash: as a join it may be a loop in a loop.
          and (t.data -> one.nodes[1] in (select w.first_value from wanted w)) is true
          and t.tile_id not in (select c.tile_id from unnest(changing) as c (tile_id))
      )
      select w.place
      from wanted w
      where w.key in (select p.key from present p)
      order by w.place
    );
  end loop;
  return found_places;
end
$$;

-- A document names a concept by an identifier that it has elsewhere. By hash, because an identifier may be of any length.
create index concept_value_identifier on concept_value using hash (value) where value_type = 'identifier';
create index concept_legacy on concept using hash (legacy_id) where legacy_id is not null;
