-- One at a time, and only just before the commit. Whoever changes a cause looks then for names that contain it; whoever stores a name
-- looks whether its sources are still what they were. Each sees all that was committed before: so one of the two leaves the mark.
-- It is taken after the locks of resource instances, those by name (instance/settings.sql) and that of the activity stream, and before those of marks.
create function lock_names() returns boolean
language plpgsql
as $$
begin
  lock table lock_of_names in exclusive mode;
  return true;
end
$$;

create function leave_name_mark(mark_kind text, cause uuid) returns void
language sql volatile
begin atomic
  insert into name_mark (kind, cause_id, token)
  values (
    mark_kind,
    cause,
    -- A request names its own, so that it can take away what it has settled.
    coalesce(nullif(current_setting('heritage.mark_token', true), '')::uuid, gen_random_uuid())
  )
  on conflict (kind, cause_id) do update
    set
      token = excluded.token,
      marked_at = excluded.marked_at,
      settled_to = null;
end;

-- Of a resource instance that was not there: there is nothing to compare its texts with.
create function follow_new_resource() returns trigger
language plpgsql
as $$
begin
  perform lock_names();
  if basis_is_stale(new.descriptor_basis, new.graph_id) then
    perform leave_name_mark('name', new.resource_id);
  end if;
  if new.descriptor_basis ? 'name' and names_lag(new.resource_id) then
    perform leave_name_mark('resource', new.resource_id);
  end if;
  return null;
end
$$;

create constraint trigger names_follow_new_resource
  after insert on resource
  deferrable initially deferred
  for each row
  when (new.descriptor_basis is not null)
  execute function follow_new_resource();

-- Looks at the end of the transaction whether a text was stored with what is no longer so, and whether others have to follow it.
create function follow_resource() returns trigger
language plpgsql
as $$
declare
  changed_basis jsonb;
begin
  perform lock_names();
  if tg_op <> 'DELETE' then
    -- A kind that is kept is covered by the mark of what it waits for, if it waits.
    select jsonb_object_agg(k.key, k.value)
    into changed_basis
    from jsonb_each(new.descriptor_basis) k
    where k.value is distinct from old.descriptor_basis -> k.key;
    if basis_is_stale(changed_basis, new.graph_id) then
      perform leave_name_mark('name', new.resource_id);
    end if;
  end if;
  if (
      names_in(old.descriptors) is distinct from names_in(new.descriptors)
      or old.descriptor_basis -> 'name' -> 'resources' is distinct from new.descriptor_basis -> 'name' -> 'resources'
    )
    and names_lag(coalesce(new.resource_id, old.resource_id)) then
    perform leave_name_mark('resource', coalesce(new.resource_id, old.resource_id));
  end if;
  return null;
end
$$;

create constraint trigger names_follow_resource
  after update of descriptors, descriptor_basis on resource
  deferrable initially deferred
  for each row
  when (old.descriptors is distinct from new.descriptors or old.descriptor_basis is distinct from new.descriptor_basis)
  execute function follow_resource();

create constraint trigger names_follow_deletion
  after delete on resource
  deferrable initially deferred
  for each row
  when (old.descriptors <> '{}')
  execute function follow_resource();

create function follow_concept_value() returns trigger
language plpgsql
as $$
declare
  one record;
begin
  perform lock_names();
  for one in
    select distinct c.concept_id, c.value_id
    from (values (old.concept_id, old.value_id), (new.concept_id, new.value_id)) as c (concept_id, value_id)
    where c.concept_id is not null
  loop
    if names_lag(one.concept_id) or names_lag(one.value_id) then
      perform leave_name_mark('concept', one.concept_id);
    end if;
  end loop;
  return null;
end
$$;

create constraint trigger names_follow_new_value
  after insert on concept_value
  deferrable initially deferred
  for each row
  execute function follow_concept_value();

create constraint trigger names_follow_value
  after update on concept_value
  deferrable initially deferred
  for each row
  when (old.* is distinct from new.*)
  execute function follow_concept_value();

create constraint trigger names_follow_gone_value
  after delete on concept_value
  deferrable initially deferred
  for each row
  execute function follow_concept_value();

create function follow_graph() returns trigger
language plpgsql
as $$
begin
  perform lock_names();
  if exists (select from resource r where r.graph_id = new.graph_id) then
    perform leave_name_mark('graph', new.graph_id);
  end if;
  return null;
end
$$;

create constraint trigger names_follow_graph
  after update of publication_id on graph
  deferrable initially deferred
  for each row
  when (old.publication_id is distinct from new.publication_id)
  execute function follow_graph();

create function follow_language() returns trigger
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
    perform leave_name_mark('languages', '00000000-0000-0000-0000-000000000000');
  end if;
  return null;
end
$$;

create constraint trigger names_follow_language
  after insert on language
  deferrable initially deferred
  for each row
  execute function follow_language();
