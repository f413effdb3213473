-- Features are read in stretches of their keys, and a stretch is as long as its bytes allow. So the bytes of each are known without looking at it.
-- The table is written anew: about ten seconds for a million features, during which it is locked.
alter table feature
  add column bytes integer not null
    generated always as (octet_length(geometry_text) + octet_length(properties::text)) stored;

-- Where a stretch ends, how much there is behind it, and which tiles make a page is told by an index alone: of all nodes, and of one.
drop index feature_walk;
create index feature_walk on feature (resource_id, tile_id) include (node_id, bytes);
drop index feature_node;
create index feature_node on feature (node_id, resource_id, tile_id) include (bytes);

-- Which nodes hold geometries is asked at every request, and they are few.
create index node_with_geometry on node (node_id) where holds = 'geometry';

-- A text of a resource instance as far as a caller may read it: what it was built from is all to be read, or what it says of itself is; else null.
-- `readable` lists the nodegroups, `visible` the resource instances. It is an expression, which is put into the statement around it.
create function readable_text(descriptor jsonb, readable jsonb, visible jsonb) returns jsonb
language sql immutable
return case
  when coalesce(descriptor -> 'nodegroups', '[]') <@ readable and coalesce(descriptor -> 'resources', '[]') <@ visible
    then descriptor -> 'value'
  when coalesce(descriptor -> 'own' -> 'nodegroups', '[]') <@ readable
    then descriptor -> 'own' -> 'value'
end;

-- As before (024-kept-statements.sql), in a hundredth of the time.
create or replace function readable_descriptors(descriptors jsonb, readable uuid[], visible uuid[]) returns jsonb
language plpgsql immutable
as $$
declare
  readable_ids jsonb = coalesce(to_jsonb(readable), '[]');
  visible_ids jsonb = coalesce(to_jsonb(visible), '[]');
begin
  return (
    select coalesce(jsonb_object_agg(of_language.language_id, of_language.texts), '{}')
    from (
      select l.key as language_id, jsonb_object_agg(d.key, readable_text(d.value, readable_ids, visible_ids)) as texts
      from jsonb_each(descriptors) l
      cross join lateral jsonb_each(l.value) d
      where readable_text(d.value, readable_ids, visible_ids) is not null
      group by l.key
    ) of_language
  );
end
$$;

-- As before (024-kept-statements.sql), and never compiled to machine code: a plan for parameters of any value looks dearer than it is, and
-- compiling takes longer than any of these statements.
create or replace function keep_statement(name text, parameter_types text[], column_count integer, body text) returns void
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

do $$
declare
  statement regprocedure;
begin
  for statement in
    select p.oid::regprocedure
    from pg_proc p
    where p.pronamespace = 'kept'::regnamespace
  loop
    execute format('alter function %s set jit = off', statement);
  end loop;
end
$$;
