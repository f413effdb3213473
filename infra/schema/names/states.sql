-- The ids of a list in order, as one text.
create function in_order(ids jsonb) returns text
language plpgsql immutable
as $$
begin
  return (
    select coalesce(string_agg(i.id, ' ' order by i.id collate "C"), '')
    from jsonb_array_elements_text(coalesce(ids, '[]')) as i (id)
  );
end
$$;

-- The resource instances whose names are part of a name, at any depth.
create function names_within(wanted uuid) returns text
language plpgsql stable
as $$
begin
  return (
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
    from within_name w
  );
end
$$;

-- The names among descriptors, by language.
create function names_in(descriptors jsonb) returns jsonb
language plpgsql immutable
as $$
begin
  return (
    select jsonb_object_agg(l.key, l.value -> 'name')
    from jsonb_each(descriptors) l
    where l.value ? 'name'
  );
end
$$;

-- A hash of everything that names take from a resource instance; null if it does not exist or has no name.
-- lib/model/descriptors/source-state.ts computes the same.
create function resource_state(wanted uuid) returns text
language plpgsql stable
as $$
begin
  return (
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
      and l.value ? 'name'
  );
end
$$;

-- A hash of everything that names take from a concept value.
create function concept_value_state(wanted uuid) returns text
language plpgsql stable
as $$
begin
  return (
    select md5(concat_ws(
      E'\n',
      v.value,
      v.concept_id::text,
      (
        select string_agg(l.language_id || E'\n' || l.label, E'\n' order by l.language_id collate "C")
        from (
          -- Only the first label of a language counts, as in the queries that read labels.
          select distinct on (coalesce(p.language_id, '')) coalesce(p.language_id, '') as language_id, p.value as label
          from concept_value p
          where p.concept_id = v.concept_id
            and p.value_type = 'prefLabel'
          order by coalesce(p.language_id, ''), p.value_id
        ) l
      )
    ))
    from concept_value v
    where v.value_id = wanted
  );
end
$$;
