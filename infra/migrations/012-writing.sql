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

-- Of values that must be there once only, those that a tile has already: the places of their checks in the list. Tiles that are
-- being changed are not asked.
-- A check is {"constraint_id", "nodegroup_id", "values": {node id: value}}. Whoever writes such values waits for whoever wrote
-- some before, and then sees what was written: each query of the function sees what is committed by then.
create function repeated_values(checks jsonb, changing uuid[]) returns integer[]
language plpgsql volatile
as $$
declare
  one record;
  found_places integer[] = '{}';
begin
  for one in
    select c.value as body, c.ordinality::integer - 1 as place
    from jsonb_array_elements(checks) with ordinality as c (value, ordinality)
    order by c.value ->> 'constraint_id', c.ordinality
  loop
    perform pg_advisory_xact_lock(hashtextextended(one.body ->> 'constraint_id', 0));
    if exists (
      select
      from tile t
      where t.nodegroup_id = (one.body ->> 'nodegroup_id')::uuid
        and t.tile_id <> all (changing)
        and not exists (
          select
          from jsonb_each(one.body -> 'values') wanted
          where t.data -> wanted.key is distinct from wanted.value
        )
    ) then
      found_places = found_places || one.place;
    end if;
  end loop;
  return found_places;
end
$$;

-- A document names a concept by an identifier that it has elsewhere. By hash, because an identifier may be of any length.
create index concept_value_identifier on concept_value using hash (value) where value_type = 'identifier';
create index concept_legacy on concept using hash (legacy_id) where legacy_id is not null;
