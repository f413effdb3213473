-- Names follow what they are made of: each text is stored with what it was made of and in which state that was, and what changes
-- leaves one mark, whatever the number of names that contain it. See the decision record on names that follow.

-- What the texts about a resource instance were made of, by kind. Null where they were computed before this was recorded.
-- {"name": {"publication": id, "languages": [tag], "values": {id: state}, "concepts": [id], "resources": {id: state}}}
-- A state is a hash of all that a text takes from there; null where there was nothing to take.
alter table resource
  add column descriptor_basis jsonb;

-- What of a compiled graph names are made by, so that settling needs no whole graph: its templates, and the nodes that they name.
create function naming_of(document text) returns jsonb
language sql immutable
begin atomic
  select jsonb_build_object(
    'publicationId', d.graph -> 'publicationId',
    'descriptors', d.graph -> 'descriptors',
    'nodes', (
      select coalesce(jsonb_agg(n.node order by n.place), '[]')
      from jsonb_array_elements(d.graph -> 'nodes') with ordinality as n (node, place)
      where n.node ->> 'nodeId' in (
        select p.part ->> 'nodeId'
        from jsonb_path_query(d.graph, '$.descriptors.*.parts[*]') as p (part)
      )
    )
  )
  from (select document::jsonb) as d (graph);
end;

alter table publication
  add column naming jsonb generated always as (naming_of(document)) stored;

-- Who is named after whom: the bases of all resource instances, turned round. A table rather than an index on the basis: its key
-- gives the next two hundred of ten thousand at the price of two hundred, and the row of a resource instance stays out of it.
create table name_source (
  -- A concept, a value of it, or a resource instance; there or not.
  source_id uuid not null,
  resource_id uuid not null references resource on delete cascade,
  -- Whether it is a resource instance whose name is part of this one's name, so that it is part of names further on.
  in_name boolean not null,
  primary key (source_id, resource_id) include (in_name)
);

-- A new basis replaces the one before; and names are followed down to those that they contain.
create index name_source_resource on name_source (resource_id);

-- What has changed and is still to be followed by names: one row for each cause.
create table name_mark (
  -- concept: its labels; resource: its name; graph: its templates and nodes; languages: there is another one.
  -- name: the texts of this one resource instance, whose sources changed while they were computed.
  kind text collate "C" not null check (kind in ('concept', 'graph', 'languages', 'name', 'resource')),
  cause_id uuid not null,
  -- Another one each time that the cause changes: whoever settles a mark takes away the one that he has read, and no newer one.
  token uuid not null,
  marked_at timestamptz not null default clock_timestamp(),
  -- The last one, by id, of those that follow already.
  settled_to uuid,
  -- Whether all are computed, also those that need it by no rule.
  is_whole boolean not null default false,
  primary key (kind, cause_id)
);

-- Marks are settled in the order in which they came.
create index name_mark_order on name_mark (marked_at);

alter table last_change
  drop constraint last_change_subject_check,
  add constraint last_change_subject_check check (subject in ('model', 'thesaurus', 'permission', 'names'));

insert into last_change (subject)
values ('names');

-- One at a time, and only just before the commit. Whoever changes a cause looks then for names that contain it; whoever stores a name
-- looks whether its sources are still what they were. Each sees all that was committed before: so one of the two leaves the mark.
-- It is taken after the locks of resource instances and of the activity stream, and before those of marks.
create function lock_names() returns boolean
language sql volatile
begin atomic
  select pg_advisory_xact_lock(hashtextextended('names that follow', 0))::text is not null;
end;

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

create function in_order(ids jsonb) returns text
language sql immutable
begin atomic
  select coalesce(string_agg(i.id, ' ' order by i.id collate "C"), '')
  from jsonb_array_elements_text(coalesce(ids, '[]')) as i (id);
end;

-- The resource instances whose names are part of the name of one, however deep.
create function names_within(wanted uuid) returns text
language sql stable
begin atomic
  with recursive within_name (source_id) as (
    select s.source_id
    from name_source s
    where s.resource_id = wanted
      and s.in_name
    union
    select s.source_id
    from within_name w
    join name_source s on s.resource_id = w.source_id
    where s.in_name
  )
  select coalesce(string_agg(w.source_id::text, ' ' order by w.source_id::text collate "C"), '')
  from within_name w;
end;

create function names_in(descriptors jsonb) returns jsonb
language sql immutable
begin atomic
  select jsonb_object_agg(l.key, l.value -> 'name')
  from jsonb_each(descriptors) l
  where l.value ? 'name';
end;

-- The state of a resource instance as a source of names: all that a name takes from it. Null where it has no name, or is not there.
-- lib/model/descriptors/source-state.ts says the same.
create function resource_state(wanted uuid) returns text
language sql stable
begin atomic
  select md5(
    string_agg(
      concat_ws(
        E'\n',
        l.key,
        l.value -> 'name' ->> 'value',
        coalesce(l.value -> 'name' -> 'own' ->> 'value', ''),
        in_order(l.value -> 'name' -> 'nodegroups'),
        in_order(l.value -> 'name' -> 'resources'),
        in_order(l.value -> 'name' -> 'own' -> 'nodegroups')
      ),
      E'\n'
      order by l.key collate "C"
    )
    || E'\n'
    || names_within(wanted)
  )
  from resource r
  cross join lateral jsonb_each(r.descriptors) l
  where r.resource_id = wanted
    and l.value ? 'name';
end;

-- The state of a concept value as a source of names, likewise.
create function concept_value_state(wanted uuid) returns text
language sql stable
begin atomic
  select md5(concat_ws(
    E'\n',
    v.value,
    v.concept_id::text,
    (
      select string_agg(l.language_id || E'\n' || l.label, E'\n' order by l.language_id collate "C")
      from (
        -- The first of a language counts, as where labels are read.
        select distinct on (coalesce(p.language_id, '')) coalesce(p.language_id, '') as language_id, p.value as label
        from concept_value p
        where p.concept_id = v.concept_id
          and p.value_type = 'prefLabel'
        order by coalesce(p.language_id, ''), p.value_id
      ) l
    )
  ))
  from concept_value v
  where v.value_id = wanted;
end;

-- What a basis names, each once.
create function basis_source(basis jsonb) returns table (source_id uuid, in_name boolean)
language sql immutable
begin atomic
  select s.id::uuid, bool_or(s.in_name)
  from (
    select v.id, false as in_name
    from jsonb_each(basis) k
    cross join lateral jsonb_object_keys(k.value -> 'values') as v (id)
    union all
    select c.id, false
    from jsonb_each(basis) k
    cross join lateral jsonb_array_elements_text(k.value -> 'concepts') as c (id)
    union all
    select r.id, k.key = 'name'
    from jsonb_each(basis) k
    cross join lateral jsonb_object_keys(k.value -> 'resources') as r (id)
  ) s
  group by s.id;
end;

-- Whether a text would be made of something else now.
create function basis_is_stale(basis jsonb, of_graph uuid) returns boolean
language sql stable
begin atomic
  select exists (
    select
    from jsonb_each(basis) k
    where k.value ->> 'publication' is distinct from (
        select g.publication_id::text
        from graph g
        where g.graph_id = of_graph
      )
      or exists (
        select
        from language l
        where not k.value -> 'languages' @> to_jsonb(l.language_id)
      )
      or exists (
        select
        from jsonb_each_text(k.value -> 'values') v
        where v.value is distinct from concept_value_state(v.key::uuid)
      )
      or exists (
        select
        from jsonb_each_text(k.value -> 'resources') s
        where s.value is distinct from resource_state(s.key::uuid)
      )
  );
end;

-- Whether names that contain something have to follow it. Of more than 200 it is taken for granted: looking would take time.
create function names_lag(source uuid) returns boolean
language plpgsql stable
as $$
declare
  dependants uuid[] = array(
    select s.resource_id
    from name_source s
    where s.source_id = source
    limit 201
  );
begin
  return cardinality(dependants) > 200
    or exists (
      select
      from resource r
      where r.resource_id = any (dependants)
        and basis_is_stale(r.descriptor_basis, r.graph_id)
    );
end
$$;

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

-- Texts of earlier versions have no basis: each graph is gone through once.
insert into name_mark (kind, cause_id, token)
select 'graph', g.graph_id, gen_random_uuid()
from graph g
where exists (select from resource r where r.graph_id = g.graph_id);
