-- What a value holds is a property of its datatype, and stands with the node: no statement and no trigger asks for the name of a
-- datatype. The import of a model and "hds migrate" write it from the registry of datatypes.

alter table node
  add column holds text,
  -- SQL/JSON paths to the parts of a value that count where values are to be unique; null where the value itself does.
  add column compared_by jsonpath[];

-- The models that are here already. Names that are not in this list hold nothing that anybody looks into.
update node n
set
  holds = d.holds,
  compared_by = d.compared_by::jsonpath[]
from (
  values
    ('semantic', 'nothing', null),
    (
      'string',
      'texts by language',
      array[
        '$ ? (@.type() == "object").*.value ? (@.type() == "string" && @ != "")',
        '$ ? (@.type() == "object").* ? (@.type() == "string" && @ != "")',
        'strict $ ? (@.type() != "object")'
      ]
    ),
    ('non-localized-string', 'text', null),
    ('concept', 'concept values', null),
    ('concept-list', 'concept values', array['$[*] ? (@.type() == "string" && @ != "")']),
    ('domain-value-list', null, array['$[*] ? (@.type() == "string" && @ != "")']),
    (
      'resource-instance',
      'resource instances',
      array[
        '$[*].resourceId ? (@.type() == "string" && @ != "")',
        '$[*] ? (@.type() == "string" && @ != "")'
      ]
    ),
    (
      'resource-instance-list',
      'resource instances',
      array[
        '$[*].resourceId ? (@.type() == "string" && @ != "")',
        '$[*] ? (@.type() == "string" && @ != "")'
      ]
    ),
    (
      'geojson-feature-collection',
      'geometry',
      array[
        '$.features[*].geometry',
        '$ ? (!exists(@.features)).geometry',
        '$ ? (!exists(@.features) && !exists(@.geometry))'
      ]
    ),
    (
      'file-list',
      null,
      array[
        '$[*].file_id ? (@.type() == "string" && @ != "")',
        '$[*].url ? (@.type() == "string" && @ != "")'
      ]
    ),
    (
      'url',
      null,
      array[
        '$ ? (@.type() == "object").url ? (@.type() == "string" && @ != "")',
        'strict $ ? (@.type() != "object")'
      ]
    ),
    ('node-value', 'tile', null),
    ('reference', null, array['$[*].uri ? (@.type() == "string" && @ != "")'])
) as d (datatype, holds, compared_by)
where d.datatype = n.datatype;

drop index node_nodegroup;

-- Tile triggers ask which nodes of a nodegroup hold geometry or references.
create index node_nodegroup on node (nodegroup_id, holds);

-- The nodes of which tiles of a nodegroup may hold values: its own, and those that were in it before.
create view held_node as
select n.nodegroup_id, n.node_id, n.holds
from node n
where n.nodegroup_id is not null
union all
select f.nodegroup_id, n.node_id, n.holds
from former_nodegroup f
join node n on n.node_id = f.node_id
where n.nodegroup_id is distinct from f.nodegroup_id;

create or replace function feature_of_tile(tile_nodegroup_id uuid, tile_data jsonb)
returns table (node_id uuid, feature_key text, feature_position integer, feature jsonb)
language sql stable
begin atomic
  select
    n.node_id,
    known.by || '#' || row_number() over (partition by n.node_id, known.by order by f.ordinality),
    f.ordinality::integer,
    case when is_bare_geometry(f.value) then jsonb_build_object('geometry', f.value) else f.value end
  from held_node n
  cross join lateral jsonb_array_elements(features_of(tile_data -> n.node_id::text))
    with ordinality as f (value, ordinality)
  -- An id may be of any length, the row of an index may not. No id counts as an empty one, and a hash as the id that it is of.
  cross join lateral (
    select case
      when length(f.value ->> 'id') > 200 then md5(f.value ->> 'id')
      else coalesce(f.value ->> 'id', '')
    end
  ) as known (by)
  where n.nodegroup_id = tile_nodegroup_id
    and n.holds = 'geometry'
    and jsonb_typeof(f.value) = 'object';
end;

create or replace function reference_of_tile(tile_nodegroup_id uuid, tile_data jsonb)
returns table (
  node_id uuid,
  reference_position integer,
  to_resource_id uuid,
  relationship_type text,
  inverse_relationship_type text
)
language sql stable
begin atomic
  with reference as (
    select
      n.node_id,
      item.ordinality,
      item.value,
      case jsonb_typeof(item.value)
        when 'string' then item.value #>> '{}'
        when 'object' then item.value ->> 'resourceId'
      end as target
    from held_node n
    cross join lateral jsonb_array_elements(
      case jsonb_typeof(tile_data -> n.node_id::text)
        when 'array' then tile_data -> n.node_id::text
        when 'object' then jsonb_build_array(tile_data -> n.node_id::text)
        when 'string' then jsonb_build_array(tile_data -> n.node_id::text)
        else '[]'::jsonb
      end
    ) with ordinality as item (value, ordinality)
    where n.nodegroup_id = tile_nodegroup_id
      and n.holds = 'resource instances'
  )
  select
    r.node_id,
    r.ordinality::integer,
    r.target::uuid,
    case jsonb_typeof(r.value) when 'object' then nullif(r.value ->> 'ontologyProperty', '') end,
    case jsonb_typeof(r.value) when 'object' then nullif(r.value ->> 'inverseOntologyProperty', '') end
  from reference r
  where r.target ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';
end;

-- The parts of a value that count where values are to be unique. It is asked of each tile of a nodegroup: in PL/pgSQL, which costs a
-- tenth of what a function in SQL does.
create function compared_parts(paths jsonpath[], value jsonb) returns jsonb
language plpgsql immutable parallel safe
as $$
declare
  path jsonpath;
  parts jsonb = '[]';
begin
  if value is null then
    return null;
  end if;
  if paths is null then
    return jsonb_build_array(value);
  end if;
  foreach path in array paths loop
    parts = parts || jsonb_path_query_array(value, path, '{}', true);
  end loop;
  return parts;
end
$$;

-- What the data of tiles say of some nodes together: equal where they say the same, no row where one of the nodes says nothing. Texts
-- count in whatever language, ids in whatever letter case, concepts by whichever of their values.
create function compared_values(nodes text[], tile_data jsonb[]) returns table (place integer, compared jsonb)
language sql stable
begin atomic
  with compared_node as materialized (
    select a.node_id, a.place, n.holds, n.compared_by
    from unnest(nodes) with ordinality a (node_id, place)
    left join node n on n.node_id = a.node_id::uuid
  ),
  compared_of_node as (
    select
      t.place,
      n.place as node_place,
      nullif(
        jsonb_agg(distinct coalesce(
          to_jsonb((
            select v.concept_id
            from concept_value v
            where v.value_id = named.id
              and n.holds = 'concept values'
          )),
          to_jsonb(named.id),
          p.part
        )),
        '[""]'
      ) as compared
    from unnest(tile_data) with ordinality t (data, place)
    cross join compared_node n
    cross join lateral jsonb_array_elements(compared_parts(n.compared_by, t.data -> n.node_id)) p (part)
    cross join lateral (
      select
        case
          when coalesce(n.holds, '') not in ('texts by language', 'text')
            and p.part #>> '{}' ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
            then (p.part #>> '{}')::uuid
        end as id
    ) named
    where p.part <> 'null'
    group by t.place, n.place
  )
  select s.place::integer, jsonb_agg(s.compared order by s.node_place)
  from compared_of_node s
  where s.compared is not null
  group by s.place
  having count(*) = cardinality(nodes);
end;

drop function repeated_values(jsonb, uuid[]);

-- As before (014-unique-values.sql), by the properties of datatypes in place of their names, and apart for what a caller may see.
-- Returns {"repeated", "holders", "closed"}. "repeated" has the places of the checks whose values stand elsewhere in the list, or in a tile
-- that the caller may see: its resource instance is visible, its nodegroup and those of the nodes are readable. "holders" has, for each
-- of these, the first such resource instance, or null. "closed" has the places of the checks whose values stand in other tiles alone.
create function repeated_values(checks jsonb, changing uuid[], caller integer) returns jsonb
language plpgsql volatile
set jit = off
as $$
declare
  one record;
  first_paths jsonpath[];
  last_paths jsonpath[];
  last_node text;
  of_constraint jsonb;
  failed jsonb = '[]';
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
    last_node = one.nodes[cardinality(one.nodes)];
    first_paths = (select n.compared_by from node n where n.node_id = one.nodes[1]::uuid);
    last_paths = (select n.compared_by from node n where n.node_id = last_node::uuid);
    of_constraint = (
      with wanted as materialized (
        select
          one.places[s.place] as place,
          one.are_asked[s.place] as is_asked,
          s.compared,
          count(*) over (partition by s.compared) as times
        from compared_values(one.nodes, one.wanted) s
      ),
      wanted_part as materialized (
        select a.node_id, n.holds, p.part
        from unnest(one.wanted) as w (value)
        cross join (select distinct e.node_id from unnest(array[one.nodes[1], last_node]) as e (node_id)) a
        left join node n on n.node_id = a.node_id::uuid
        cross join lateral jsonb_array_elements(compared_parts(n.compared_by, w.value -> a.node_id)) p (part)
      ),
      -- Each in the forms in which it may be stored: an id in capitals, a concept by another of its values.
      part_form as materialized (
        select p.node_id, p.part
        from wanted_part p
        union
        select p.node_id, to_jsonb(f.form)
        from wanted_part p
        cross join lateral (values (lower(p.part #>> '{}')), (upper(p.part #>> '{}'))) f (form)
        where jsonb_typeof(p.part) = 'string'
        union
        select p.node_id, to_jsonb(o.value_id)
        from wanted_part p
        join concept_value v
          on v.value_id = case
            when p.part #>> '{}' ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
              then (p.part #>> '{}')::uuid
          end
        join concept_value o on o.concept_id = v.concept_id
        where p.holds = 'concept values'
      ),
      candidate as materialized (
        select t.resource_id, t.data, row_number() over () as place
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
            compared_parts(first_paths, t.data -> one.nodes[1]) -> 0
              in (select f.part from part_form f where f.node_id = one.nodes[1])
          ) is true
          and (
            last_node = one.nodes[1]
            or (
              compared_parts(last_paths, t.data -> last_node) -> 0
                in (select f.part from part_form f where f.node_id = last_node)
            ) is true
          )
          and t.tile_id not in (select c.tile_id from unnest(changing) as c (tile_id))
      ),
      holder as materialized (
        select s.compared, c.resource_id
        from compared_values(one.nodes, array(select c.data from candidate c order by c.place)) s
        join candidate c on c.place = s.place
        where (s.compared in (select w.compared from wanted w)) is true
      ),
      -- Neither of these is worked out where nothing holds the values, as ever but for mistakes.
      closed_nodegroup as materialized (
        select one.nodegroup_id
        union
        select n.nodegroup_id
        from node n
        where n.node_id = any (one.nodes::uuid[])
          and n.nodegroup_id is not null
        except
        select r.nodegroup_id
        from readable_nodegroup(caller) r
      ),
      visible_holder as materialized (
        select h.compared, h.resource_id
        from holder h
        where not exists (select from closed_nodegroup)
          and (
            h.resource_id in (
              select v.resource_id
              from visible_resource(caller) v
              where v.resource_id = any (array(select o.resource_id from holder o))
            )
          ) is true
      ),
      -- Sorted in place of joined: nobody knows how many there are, and a loop in a loop would take minutes.
      wanted_and_held as (
        select
          b.place,
          b.is_asked,
          b.times,
          bool_or(b.place is null) over same_values as is_held,
          min(b.visible_id) over same_values as visible_id
        from (
          select w.place, w.is_asked, w.times, w.compared, null as visible_id
          from wanted w
          union all
          select null, false, 0, h.compared, null
          from holder h
          union all
          select null, false, 0, v.compared, v.resource_id::text
          from visible_holder v
        ) b
        window same_values as (partition by b.compared)
      )
      select jsonb_agg(jsonb_build_object(
        'place', b.place,
        'holder', b.visible_id,
        'is_closed', b.times = 1 and b.visible_id is null
      ))
      from wanted_and_held b
      where b.is_asked
        and (b.times > 1 or b.is_held)
    );
    failed = failed || coalesce(of_constraint, '[]');
  end loop;
  return (
    select jsonb_build_object(
      'repeated', coalesce(jsonb_agg(f.place order by f.place) filter (where not f.is_closed), '[]'),
      'holders', coalesce(jsonb_agg(f.holder order by f.place) filter (where not f.is_closed), '[]'),
      'closed', coalesce(jsonb_agg(f.place order by f.place) filter (where f.is_closed), '[]')
    )
    from jsonb_to_recordset(failed) as f (place integer, holder uuid, is_closed boolean)
  );
end
$$;

-- How often an account wrote what would have had a unique value that something holds which is closed to it: those who watch over the
-- service are told, since each of these answers tells the account that the value is there.
create table taken_value (
  account_id integer primary key references account on delete cascade,
  times bigint not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now()
);

drop function said_values;
drop function said_parts;
