-- Statements that are asked often are kept as functions, whose plans a session keeps (docs/adr/048-kept-statements.md). Each is named by the
-- hash of its text, so that code finds the functions of its own version, whichever other version came before or after.
create schema kept;
grant usage on schema kept to heritage_service;

-- The statements of the last run of "hds migrate", and those of the run before.
create table kept_statement (
  name text primary key,
  is_current boolean not null
);

-- Keeps a statement. Its plan does not depend on the values of parameters: it is made once for a session, and again when a table that
-- it reads was analyzed or changed.
create function keep_statement(name text, parameter_types text[], column_count integer, body text) returns void
language plpgsql
as $$
begin
  execute format(
    'create or replace function kept.%I(%s) returns %s language plpgsql volatile rows 10 set plan_cache_mode = force_generic_plan as %L',
    name,
    (select string_agg(format_type(to_regtype(t.name), null), ', ' order by t.ordinality) from unnest(parameter_types) with ordinality as t (name, ordinality)),
    case
      when column_count = 1 then 'setof text'
      else 'table (' || (select string_agg('column_' || c || ' text', ', ' order by c) from generate_series(1, column_count) c) || ')'
    end,
    E'\n#variable_conflict use_column\nbegin\n  return query\n' || body || E';\nend\n'
  );
end
$$;

-- Takes away what neither this version of the code asks for nor the one before.
create function forget_statements(current text[]) returns void
language plpgsql
as $$
declare
  former regprocedure;
begin
  for former in
    select p.oid::regprocedure
    from pg_proc p
    where p.pronamespace = 'kept'::regnamespace
      and p.proname <> all (current)
      and not exists (
        select
        from kept_statement k
        where k.name = p.proname
          and k.is_current
      )
  loop
    execute format('drop function %s', former);
  end loop;

  delete from kept_statement k
  where k.name <> all (current)
    and not k.is_current;

  update kept_statement k
  set is_current = k.name = any (current)
  where k.is_current <> (k.name = any (current));

  insert into kept_statement (name, is_current)
  select distinct c.name, true
  from unnest(current) as c (name)
  on conflict (name) do nothing;
end
$$;

-- Functions that statements ask of every row, or every time. They are written in PL/pgSQL now, which keeps their plans: a function of SQL
-- that is not put into the statement around it is planned at every call.

create or replace function token_family_holds(token_family uuid) returns boolean
language plpgsql stable
as $$
begin
  return exists (
    select
    from token_family f
    join account a on a.account_id = f.account_id
    left join oauth_application o on o.application_id = f.application_id
    where f.token_family_id = token_family
      and f.revoked_at is null
      and f.expires_at > now()
      and f.created_at >= a.tokens_valid_from
      and f.created_at >= coalesce(o.tokens_valid_from, '-infinity')
      and a.is_active
  );
end
$$;

create or replace function may_administer_applications(caller integer) returns boolean
language plpgsql stable
as $$
begin
  return is_administrator(caller)
    or exists (
      select
      from caller_group(caller) c
      join account_group g on g.account_group_id = c.account_group_id
      where g.name in ('Application Administrator', 'Application Admin')
        and caller is not null
    );
end
$$;

create or replace function may_read_history(caller integer) returns boolean
language plpgsql stable
as $$
begin
  return coalesce(
    (
      select
        c.is_administrator
        or exists (
          select
          from account_group g
          where g.account_group_id = any (c.account_group_ids)
            and g.can_read_history
        )
      from caller_rights(caller) c
    ),
    false
  );
end
$$;

create or replace function history_page_size() returns integer
language plpgsql stable
as $$
begin
  return coalesce((select s.value::integer from setting s where s.name = 'history_page_size'), 100);
end
$$;

-- The ids in a list of JSON. Ids hold none of the signs that are taken out or replaced; an expression without a query goes into the statement
-- around it.
create function uuids_of(list jsonb) returns uuid[]
language sql immutable strict
return translate(list::text, '[]"', '{}')::uuid[];

create or replace function described_resources(descriptors jsonb) returns uuid[]
language sql immutable
return uuids_of(jsonb_path_query_array(descriptors, '$.*.*.resources[*]'));

-- The nodegroups that the texts of a resource instance were built from, those of their own texts too. Some may come twice.
create function described_nodegroups(descriptors jsonb) returns uuid[]
language sql immutable
return uuids_of(
  jsonb_path_query_array(descriptors, '$.*.*.nodegroups[*]') || jsonb_path_query_array(descriptors, '$.*.*.own.nodegroups[*]')
);

create or replace function readable_descriptors(descriptors jsonb, readable uuid[], visible uuid[]) returns jsonb
language plpgsql immutable
as $$
begin
  return (
    select coalesce(jsonb_object_agg(of_language.language_id, of_language.texts), '{}')
    from (
      select l.key as language_id, jsonb_object_agg(d.key, shown.text) as texts
      from jsonb_each(descriptors) l
      cross join lateral jsonb_each(l.value) d
      cross join lateral (
        select case
          when not exists (
              select
              from jsonb_array_elements_text(d.value -> 'nodegroups') needed
              where needed.value::uuid <> all (coalesce(readable, '{}'))
            )
            and not exists (
              select
              from jsonb_array_elements_text(d.value -> 'resources') needed
              where needed.value::uuid <> all (coalesce(visible, '{}'))
            )
            then d.value -> 'value'
          when not exists (
              select
              from jsonb_array_elements_text(d.value -> 'own' -> 'nodegroups') needed
              where needed.value::uuid <> all (coalesce(readable, '{}'))
            )
            then d.value -> 'own' -> 'value'
        end as text
      ) shown
      where shown.text is not null
      group by l.key
    ) of_language
  );
end
$$;

create or replace function names_in(descriptors jsonb) returns jsonb
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

-- What triggers ask when names change (018-sources-of-names.sql says what they mean).

create or replace function names_within(wanted uuid) returns text
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

create or replace function in_order(ids jsonb) returns text
language plpgsql immutable
as $$
begin
  return (
    select coalesce(string_agg(i.id, ' ' order by i.id collate "C"), '')
    from jsonb_array_elements_text(coalesce(ids, '[]')) as i (id)
  );
end
$$;

create or replace function resource_state(wanted uuid) returns text
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

create or replace function concept_value_state(wanted uuid) returns text
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
    where v.value_id = wanted
  );
end
$$;

create or replace function basis_is_stale(basis jsonb, of_graph uuid) returns boolean
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
