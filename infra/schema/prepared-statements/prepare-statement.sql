-- Creates the function of a prepared statement. Its plan does not depend on parameter values, so each session plans it once, and again only
-- after a table was analyzed or changed. JIT is off: a generic plan looks expensive, and compilation takes longer than any of these
-- statements.
create function prepare_statement(name text, parameter_types text[], column_count integer, body text) returns void
language plpgsql
as $$
begin
  execute format(
    'create or replace function kept.%I(%s) returns %s language plpgsql volatile rows 10 set plan_cache_mode = force_generic_plan set jit = off as %L',
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

-- Drops functions that neither this version of the code nor the previous one uses.
create function drop_unused_statements(current text[]) returns void
language plpgsql
as $$
declare
  unused_function regprocedure;
begin
  for unused_function in
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
    execute format('drop function %s', unused_function);
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
