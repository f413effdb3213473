-- Takes the lock of names, which one transaction at a time holds just before its commit. A transaction that changed a source then looks for
-- names that contain it. A transaction that stored a name checks whether its sources are still current. Each sees everything committed
-- before, so one of them adds the mark. The order of locks: resource instances, named locks (instance/settings.sql), the activity stream,
-- names, marks.
create function lock_names() returns boolean
language plpgsql
as $$
begin
  lock table lock_of_names in exclusive mode;
  return true;
end
$$;

-- @rule Names and relations: Which change marks names as stale?
create function add_name_mark(mark_kind text, cause uuid) returns void
language sql volatile
begin atomic
  insert into name_mark (kind, cause_id, token)
  values (
    mark_kind,
    cause,
    -- A request sets its own token, so that it can delete the mark after it has recomputed the names.
    coalesce(nullif(current_setting('heritage.mark_token', true), '')::uuid, gen_random_uuid())
  )
  on conflict (kind, cause_id) do update
    set
      token = excluded.token,
      marked_at = excluded.marked_at,
      settled_to = null;
end;

-- At commit: marks the names that depend on a new resource instance, which has no old texts to compare with.
create function mark_names_of_new_resource() returns trigger
language plpgsql
as $$
begin
  perform lock_names();
  if basis_is_stale(new.descriptor_basis, new.graph_id) then
    perform add_name_mark('name', new.resource_id);
  end if;
  if new.descriptor_basis ? 'name' and has_stale_dependants(new.resource_id) then
    perform add_name_mark('resource', new.resource_id);
  end if;
  return null;
end
$$;

create constraint trigger mark_names_of_new_resource
  after insert on resource
  deferrable initially deferred
  for each row
  when (new.descriptor_basis is not null)
  execute function mark_names_of_new_resource();

-- At commit: marks names that were stored with outdated sources, and names that depend on a changed name.
create function mark_names_of_changed_resource() returns trigger
language plpgsql
as $$
declare
  changed_basis jsonb;
begin
  perform lock_names();
  if tg_op <> 'DELETE' then
    -- An unchanged kind is covered by the mark of its changed source, if there is one.
    select jsonb_object_agg(k.key, k.value)
    into changed_basis
    from jsonb_each(new.descriptor_basis) k
    where k.value is distinct from old.descriptor_basis -> k.key;
    if basis_is_stale(changed_basis, new.graph_id) then
      perform add_name_mark('name', new.resource_id);
    end if;
  end if;
  if (
      names_in(old.descriptors) is distinct from names_in(new.descriptors)
      or old.descriptor_basis -> 'name' -> 'resources' is distinct from new.descriptor_basis -> 'name' -> 'resources'
    )
    and has_stale_dependants(coalesce(new.resource_id, old.resource_id)) then
    perform add_name_mark('resource', coalesce(new.resource_id, old.resource_id));
  end if;
  return null;
end
$$;

create constraint trigger mark_names_of_changed_resource
  after update of descriptors, descriptor_basis on resource
  deferrable initially deferred
  for each row
  when (old.descriptors is distinct from new.descriptors or old.descriptor_basis is distinct from new.descriptor_basis)
  execute function mark_names_of_changed_resource();

create constraint trigger mark_names_of_deleted_resource
  after delete on resource
  deferrable initially deferred
  for each row
  when (old.descriptors <> '{}')
  execute function mark_names_of_changed_resource();

-- @rule Names and relations: Which names change in the request that changes a record or label, and which later?
create function mark_names_of_concept_value() returns trigger
language plpgsql
as $$
declare
  changed_value record;
begin
  perform lock_names();
  for changed_value in
    select distinct c.concept_id, c.value_id
    from (values (old.concept_id, old.value_id), (new.concept_id, new.value_id)) as c (concept_id, value_id)
    where c.concept_id is not null
  loop
    if has_stale_dependants(changed_value.concept_id) or has_stale_dependants(changed_value.value_id) then
      perform add_name_mark('concept', changed_value.concept_id);
    end if;
  end loop;
  return null;
end
$$;

create constraint trigger mark_names_of_new_value
  after insert on concept_value
  deferrable initially deferred
  for each row
  execute function mark_names_of_concept_value();

create constraint trigger mark_names_of_changed_value
  after update on concept_value
  deferrable initially deferred
  for each row
  when (old.* is distinct from new.*)
  execute function mark_names_of_concept_value();

create constraint trigger mark_names_of_deleted_value
  after delete on concept_value
  deferrable initially deferred
  for each row
  execute function mark_names_of_concept_value();

create function mark_names_of_graph() returns trigger
language plpgsql
as $$
begin
  perform lock_names();
  if exists (select from resource r where r.graph_id = new.graph_id) then
    perform add_name_mark('graph', new.graph_id);
  end if;
  return null;
end
$$;

create constraint trigger mark_names_of_graph
  after update of publication_id on graph
  deferrable initially deferred
  for each row
  when (old.publication_id is distinct from new.publication_id)
  execute function mark_names_of_graph();

create function mark_names_of_language() returns trigger
language plpgsql
as $$
begin
  perform lock_names();
  if exists (
    select
    from resource r
    cross join lateral jsonb_each(r.descriptor_basis) k
    where not k.value -> 'languages' @> to_jsonb(new.language_id)
  ) then
    perform add_name_mark('languages', '00000000-0000-0000-0000-000000000000');
  end if;
  return null;
end
$$;

create constraint trigger mark_names_of_language
  after insert on language
  deferrable initially deferred
  for each row
  execute function mark_names_of_language();

-- All names may contain texts in the default language.
-- @rule Names and relations: Which names become stale when the default language changes?
create function mark_names_of_default_language() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'UPDATE' and old.value = new.value then
    return null;
  end if;
  perform lock_names();
  insert into name_mark (kind, cause_id, token, is_whole)
  select 'graph', g.graph_id, gen_random_uuid(), true
  from graph g
  where g.is_resource_model
  on conflict (kind, cause_id) do update
    set
      token = excluded.token,
      marked_at = excluded.marked_at,
      settled_to = null,
      is_whole = true;
  return null;
end
$$;

create constraint trigger mark_names_of_default_language
  after insert or update on setting
  deferrable initially deferred
  for each row
  when (new.name = 'language')
  execute function mark_names_of_default_language();
