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

-- Texts of earlier versions have no basis: each graph is gone through once.
insert into name_mark (kind, cause_id, token)
select 'graph', g.graph_id, gen_random_uuid()
from graph g
where exists (select from resource r where r.graph_id = g.graph_id);
