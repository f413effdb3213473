-- What leaves the marks of names that have to follow (018-sources-of-names.sql), and who has to follow them.

-- Nothing is ever in this table: it is locked by those alone who may write it.
create table lock_of_names ();

-- One at a time, and only just before the commit. Whoever changes a cause looks then for names that contain it; whoever stores a name
-- looks whether its sources are still what they were. Each sees all that was committed before: so one of the two leaves the mark.
-- It is taken after the locks of resource instances, those by name (012-writing.sql) and that of the activity stream, and before those of marks.
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

create function keep_name_sources() returns trigger
language plpgsql
as $$
begin
  delete from name_source s
  where s.resource_id = new.resource_id
    and s.source_id not in (select b.source_id from basis_source(new.descriptor_basis) b);

  insert into name_source (source_id, resource_id, in_name)
  select b.source_id, new.resource_id, b.in_name
  from basis_source(new.descriptor_basis) b
  on conflict (source_id, resource_id) do update
    set in_name = excluded.in_name
    where name_source.in_name <> excluded.in_name;
  return null;
end
$$;

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

create trigger name_sources_of_new_resource
  after insert on resource
  for each row
  when (new.descriptor_basis is not null)
  execute function keep_name_sources();

create trigger name_sources_of_resource
  after update of descriptor_basis on resource
  for each row
  when (old.descriptor_basis is distinct from new.descriptor_basis)
  execute function keep_name_sources();

create constraint trigger names_follow_new_resource
  after insert on resource
  deferrable initially deferred
  for each row
  when (new.descriptor_basis is not null)
  execute function follow_resource();

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

create constraint trigger names_follow_graph
  after update of publication_id on graph
  deferrable initially deferred
  for each row
  when (old.publication_id is distinct from new.publication_id)
  execute function follow_graph();

create constraint trigger names_follow_language
  after insert on language
  deferrable initially deferred
  for each row
  execute function follow_language();

-- The resource instances that have to follow a cause, by id: some after one of them.
create function dependants_of(mark name_mark, most integer) returns table (resource_id uuid)
language plpgsql stable rows 200
as $$
#variable_conflict use_column
declare
  present uuid;
  templates bigint;
begin
  if mark.kind = 'name' then
    return query
      select r.resource_id
      from resource r
      where r.resource_id = mark.cause_id
        and (mark.settled_to is null or r.resource_id > mark.settled_to);
  elsif mark.kind in ('concept', 'resource') then
    return query
      select distinct d.resource_id
      from (
        select mark.cause_id
        union
        select v.value_id
        from concept_value v
        where v.concept_id = mark.cause_id
          and mark.kind = 'concept'
      ) as s (source_id)
      cross join lateral (
        select n.resource_id
        from name_source n
        where n.source_id = s.source_id
          and (mark.settled_to is null or n.resource_id > mark.settled_to)
        order by n.resource_id
        limit most
      ) d
      order by d.resource_id
      limit most;
  elsif mark.kind = 'graph' then
    select g.publication_id, count(t.template)
    into present, templates
    from graph g
    join publication p on p.publication_id = g.publication_id
    left join lateral jsonb_path_query(p.naming, '$.descriptors.* ? (@ != null)') as t (template) on true
    where g.graph_id = mark.cause_id
    group by g.publication_id;
    return query
      select r.resource_id
      from resource r
      where r.graph_id = mark.cause_id
        and (mark.settled_to is null or r.resource_id > mark.settled_to)
        and (
          mark.is_whole
          or r.descriptor_basis is null
          or templates <> (
            select count(*)
            from jsonb_each(r.descriptor_basis) k
            where k.value ->> 'publication' = present::text
          )
        )
      order by r.resource_id
      limit most;
  else
    return query
      select r.resource_id
      from resource r
      where (mark.settled_to is null or r.resource_id > mark.settled_to)
        and exists (
          select
          from jsonb_each(r.descriptor_basis) k
          cross join language l
          where not k.value -> 'languages' @> to_jsonb(l.language_id)
        )
      order by r.resource_id
      limit most;
  end if;
end
$$;
