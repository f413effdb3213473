-- The part of a compiled graph that names need: its templates, and the nodes that they mention.
create function naming_of(document text) returns jsonb
language sql immutable
begin atomic
  select jsonb_build_object(
    'publicationId', d.graph -> 'publicationId',
    'descriptors', d.graph -> 'descriptors',
    'nodes', (
      select coalesce(jsonb_agg(n.node order by n.position), '[]')
      from jsonb_array_elements(d.graph -> 'nodes') with ordinality as n (node, position)
      where n.node ->> 'nodeId' in (
        select p.part ->> 'nodeId'
        from jsonb_path_query(d.graph, '$.descriptors.*.parts[*]') as p (part)
      )
    )
  )
  from (select document::jsonb) as d (graph);
end;

-- The distinct sources in a basis.
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

-- Whether texts with this basis would have other sources now, or sources in another state.
create function basis_is_stale(basis jsonb, of_graph uuid) returns boolean
language plpgsql stable
as $$
begin
  return (
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
    )
  );
end
$$;

-- Whether names that depend on a source are outdated. Most sources occur in no name. Checking more than 200 names would take too long, so
-- the function then returns true without checking.
create function has_stale_dependants(source uuid) returns boolean
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
  if cardinality(dependants) = 0 then
    return false;
  end if;
  if cardinality(dependants) > 200 then
    return true;
  end if;
  return exists (
    select
    from resource r
    where r.resource_id = any (dependants)
      and basis_is_stale(r.descriptor_basis, r.graph_id)
  );
end
$$;

-- Stores the sources of the names of all new resource instances of a statement.
create function add_name_sources() returns trigger
language plpgsql
as $$
begin
  insert into name_source (source_id, resource_id, in_name)
  select b.source_id, r.resource_id, b.in_name
  from new_resource r
  cross join lateral basis_source(r.descriptor_basis) b
  where r.descriptor_basis is not null;
  return null;
end
$$;

create trigger add_name_sources
  after insert on resource
  referencing new table as new_resource
  for each statement execute function add_name_sources();

create function update_name_sources() returns trigger
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

create trigger update_name_sources
  after update of descriptor_basis on resource
  for each row
  when (old.descriptor_basis is distinct from new.descriptor_basis)
  execute function update_name_sources();
