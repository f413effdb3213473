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

-- Values out of place: in tiles of another nodegroup than their node (docs/adr/061-values-out-of-place.md). There are few, most often none: these functions are written in
-- PL/pgSQL, so that a statement does not carry the plan of what it seldom needs.

-- The nodes that were in another nodegroup before, and whose own the caller may not read. Their values are in no answer, whichever tile they stand in.
create function closed_nodes(caller integer) returns text[]
language plpgsql stable
as $$
begin
  if not exists (select from former_nodegroup) then
    return '{}';
  end if;
  return array(
    select n.node_id::text
    from node n
    where n.node_id in (select f.node_id from former_nodegroup f)
      and n.nodegroup_id not in (select r.nodegroup_id from readable_nodegroup(caller) r)
  );
end
$$;

-- The tiles with features of a readable node that stand in a nodegroup that the caller may not read. None of their features is readable.
create function closed_tile(caller integer) returns table (tile_id uuid)
language plpgsql stable rows 10
as $$
#variable_conflict use_column
begin
  if not exists (select from former_nodegroup) then
    return;
  end if;
  return query
    with readable as materialized (
      select r.nodegroup_id
      from readable_nodegroup(caller) r
    )
    select distinct t.tile_id
    from former_nodegroup p
    join feature f on f.node_id = p.node_id
    join tile t
      on t.tile_id = f.tile_id
      and t.nodegroup_id = p.nodegroup_id
    where p.nodegroup_id not in (select r.nodegroup_id from readable r);
end
$$;

-- Proposals without what they say of some nodes.
create function edits_without(edits jsonb, nodes text[]) returns jsonb
language plpgsql immutable
as $$
begin
  if edits is null or cardinality(nodes) = 0 then
    return edits;
  end if;
  return (
    select jsonb_object_agg(
      e.key,
      case
        when jsonb_typeof(e.value -> 'value') = 'object' then jsonb_set(e.value, '{value}', (e.value -> 'value') - nodes)
        else e.value
      end
    )
    from jsonb_each(edits) e
  );
end
$$;

-- Whether a tile holds a value of a node, or somebody proposes one.
create function holds_value(tile_data jsonb, edits jsonb, node text) returns boolean
language plpgsql immutable
as $$
begin
  return coalesce(jsonb_typeof(tile_data -> node) <> 'null', false)
    or (
      edits is not null
      and exists (
        select
        from jsonb_each(edits) e
        where jsonb_typeof(e.value -> 'value' -> node) <> 'null'
      )
    );
end
$$;
