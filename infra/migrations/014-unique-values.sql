-- Whether a value is there once is asked of what it says, not of the form in which it was written. JSON-LD tells neither every
-- empty text nor the id of a feature, and the elements of a list come in any order.

-- The parts of a value that say what it says, as a list. A value of a datatype that is not named here is its only part.
-- It is asked of each tile of a nodegroup: in PL/pgSQL, which costs a tenth of what a function in SQL does.
create function said_parts(datatype text, value jsonb) returns jsonb
language plpgsql immutable parallel safe
as $$
begin
  return case
    when value is null then null
    when datatype = 'string' and jsonb_typeof(value) = 'object'
      then jsonb_path_query_array(value, '$.*.value ? (@.type() == "string" && @ != "")')
        || jsonb_path_query_array(value, '$.* ? (@.type() == "string" && @ != "")')
    when datatype in ('resource-instance', 'resource-instance-list')
      then jsonb_path_query_array(value, '$[*].resourceId ? (@.type() == "string" && @ != "")')
        || jsonb_path_query_array(value, '$[*] ? (@.type() == "string" && @ != "")')
    when datatype in ('concept-list', 'domain-value-list')
      then jsonb_path_query_array(value, '$[*] ? (@.type() == "string" && @ != "")')
    when datatype = 'reference'
      then jsonb_path_query_array(value, '$[*].uri ? (@.type() == "string" && @ != "")')
    when datatype = 'file-list'
      then jsonb_path_query_array(value, '$[*].file_id ? (@.type() == "string" && @ != "")')
        || jsonb_path_query_array(value, '$[*].url ? (@.type() == "string" && @ != "")')
    when datatype = 'url' and jsonb_typeof(value) = 'object'
      then jsonb_path_query_array(value, '$.url ? (@.type() == "string" && @ != "")')
    when datatype = 'geojson-feature-collection' and value ? 'features'
      then jsonb_path_query_array(value, '$.features[*].geometry')
    when datatype = 'geojson-feature-collection' and value ? 'geometry'
      then jsonb_path_query_array(value, '$.geometry')
    else jsonb_build_array(value)
  end;
end
$$;

-- What the data of tiles say of some nodes together: equal where they say the same, no row where one of the nodes says nothing. Texts
-- count in whatever language, ids in whatever letter case, concepts by whichever of their values.
create function said_values(datatypes text[], nodes text[], tile_data jsonb[]) returns table (place integer, said jsonb)
language sql stable
begin atomic
  with said_of_node as (
    select
      t.place,
      n.place as node_place,
      nullif(
        jsonb_agg(distinct coalesce(
          to_jsonb((
            select v.concept_id
            from concept_value v
            where v.value_id = named.id
              and n.datatype in ('concept', 'concept-list')
          )),
          to_jsonb(named.id),
          p.part
        )),
        '[""]'
      ) as said
    from unnest(tile_data) with ordinality t (data, place)
    cross join unnest(datatypes, nodes) with ordinality n (datatype, node_id, place)
    cross join lateral jsonb_array_elements(said_parts(n.datatype, t.data -> n.node_id)) p (part)
    cross join lateral (
      select
        case
          when n.datatype not in ('string', 'non-localized-string')
            and p.part #>> '{}' ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
            then (p.part #>> '{}')::uuid
        end as id
    ) named
    where p.part <> 'null'
    group by t.place, n.place
  )
  select s.place::integer, jsonb_agg(s.said order by s.node_place)
  from said_of_node s
  where s.said is not null
  group by s.place
  having count(*) = cardinality(nodes);
end;

-- Of values that must be there once only, those that another tile has as well: the places of their checks in the list.
-- A check is {"constraint_id", "nodegroup_id", "resource_id", "values": {node id: value}, "is_asked"}: with a resource instance,
-- the values must be there once in its tiles, without one in those of all. One that is not asked about ("is_asked" is false)
-- holds its values all the same.
-- Stored tiles that are being changed are not looked at: the checks tell what they are to be.
-- Whoever writes such values waits for whoever wrote some before, and then sees what was written: each query of the function sees
-- what is committed by then. The row of a resource instance is locked by whoever changes its tiles.
-- The values of one constraint are looked for at once: many in many tiles take one pass over each. Most tiles are told apart by
-- one part of the first or of the last value; only what is left of them is compared whole.
-- How many values there are is not known beforehand; a guess that is too high would have the query compiled, for seconds.
create or replace function repeated_values(checks jsonb, changing uuid[]) returns integer[]
language plpgsql volatile
set jit = off
as $$
declare
  one record;
  datatypes text[];
  last_node text;
  found_places integer[] = '{}';
begin
  for one in
    select
      c.value ->> 'constraint_id' as constraint_id,
      (c.value ->> 'nodegroup_id')::uuid as nodegroup_id,
      (c.value ->> 'resource_id')::uuid as resource_id,
      array(select jsonb_object_keys(c.value -> 'values') order by 1) as nodes,
      array_agg(c.ordinality::integer - 1) as places,
      array_agg(coalesce((c.value ->> 'is_asked')::boolean, true)) as are_asked,
      array_agg(c.value -> 'values') as wanted
    from jsonb_array_elements(checks) with ordinality as c (value, ordinality)
    group by 1, 2, 3, 4
    order by 1, 2, 3, 4
  loop
    if one.resource_id is null then
      perform take_lock(one.constraint_id);
    end if;
    datatypes = array(
      select n.datatype
      from unnest(one.nodes) with ordinality as a (node_id, place)
      left join node n on n.node_id = a.node_id::uuid
      order by a.place
    );
    last_node = one.nodes[cardinality(one.nodes)];
    found_places = found_places || array(
      with wanted as materialized (
        select
          one.places[s.place] as place,
          one.are_asked[s.place] as is_asked,
          s.said,
          count(*) over (partition by s.said) as times
        from said_values(datatypes, one.nodes, one.wanted) s
      ),
      said_part as materialized (
        select n.node_id, n.datatype, p.part
        from unnest(one.wanted) as w (value)
        cross join unnest(one.nodes, datatypes) as n (node_id, datatype)
        cross join lateral jsonb_array_elements(said_parts(n.datatype, w.value -> n.node_id)) p (part)
        where n.node_id in (one.nodes[1], last_node)
      ),
      -- Each in the forms in which it may be stored: an id in capitals, a concept by another of its values.
      part_form as materialized (
        select p.node_id, p.part
        from said_part p
        union
        select p.node_id, to_jsonb(f.form)
        from said_part p
        cross join lateral (values (lower(p.part #>> '{}')), (upper(p.part #>> '{}'))) f (form)
        where jsonb_typeof(p.part) = 'string'
        union
        select p.node_id, to_jsonb(o.value_id)
        from said_part p
        join concept_value v
          on v.value_id = case
            when p.part #>> '{}' ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
              then (p.part #>> '{}')::uuid
          end
        join concept_value o on o.concept_id = v.concept_id
        where p.datatype in ('concept', 'concept-list')
      ),
      present as materialized (
        select s.said
        from said_values(datatypes, one.nodes, array(
          select t.data
          from (
            select a.*
            from tile a
            where one.resource_id is null
              and a.nodegroup_id = one.nodegroup_id
            union all
            select a.*
            from tile a
            where a.resource_id = one.resource_id
              and a.nodegroup_id = one.nodegroup_id
          ) t
          -- "is true" keeps it a look-up by hash: as a join it may be a loop in a loop.
          where (
              said_parts(datatypes[1], t.data -> one.nodes[1]) -> 0
                in (select f.part from part_form f where f.node_id = one.nodes[1])
            ) is true
            and (
              last_node = one.nodes[1]
              or (
                said_parts(datatypes[cardinality(datatypes)], t.data -> last_node) -> 0
                  in (select f.part from part_form f where f.node_id = last_node)
              ) is true
            )
            and t.tile_id not in (select c.tile_id from unnest(changing) as c (tile_id))
        )) s
      )
      select w.place
      from wanted w
      where w.is_asked
        and (w.times > 1 or w.said in (select p.said from present p))
    );
  end loop;
  return array(select f.place from unnest(found_places) as f (place) order by f.place);
end
$$;

drop function node_values;
