-- Checks values that must be unique. Returns {"repeated", "holders", "closed"}. "repeated" lists the positions of checks whose value occurs
-- again in the list, or in a tile that the caller may see (its resource instance is visible, its nodegroup and those of the nodes are
-- readable). "holders" has for each of these the first such resource instance, or null. "closed" lists the positions of checks whose value
-- occurs only in tiles that the caller may not see.
-- @rule Writing: Who refuses a value that is not unique?
create function repeated_values(checks jsonb, changing uuid[], caller integer) returns jsonb
language plpgsql volatile
set jit = off
as $$
declare
  check_group record;
  first_paths jsonpath[];
  last_paths jsonpath[];
  last_node text;
  failed_checks jsonb;
  all_failed_checks jsonb = '[]';
begin
  for check_group in
    select
      c.value ->> 'constraint_id' as constraint_id,
      (c.value ->> 'nodegroup_id')::uuid as nodegroup_id,
      (c.value ->> 'resource_id')::uuid as resource_id,
      array(select jsonb_object_keys(c.value -> 'values') order by 1) as nodes,
      array_agg(c.ordinality::integer - 1) as places,
      array_agg(coalesce((c.value ->> 'is_asked')::boolean, true)) as are_asked,
      array_agg(c.value -> 'values') as checked_values
    from jsonb_array_elements(checks) with ordinality as c (value, ordinality)
    group by 1, 2, 3, 4
    order by 1, 2, 3, 4
  loop
    if check_group.resource_id is null then
      perform take_lock(check_group.constraint_id);
    end if;
    last_node = check_group.nodes[cardinality(check_group.nodes)];
    first_paths = (select n.compared_by from node n where n.node_id = check_group.nodes[1]::uuid);
    last_paths = (select n.compared_by from node n where n.node_id = last_node::uuid);
    failed_checks = (
      with checked_value as materialized (
        select
          check_group.places[s.place] as place,
          check_group.are_asked[s.place] as is_asked,
          s.compared,
          count(*) over (partition by s.compared) as times
        from compared_values(check_group.nodes, check_group.checked_values) s
      ),
      checked_part as materialized (
        select a.node_id, n.holds, p.part
        from unnest(check_group.checked_values) as w (value)
        cross join (select distinct e.node_id from unnest(array[check_group.nodes[1], last_node]) as e (node_id)) a
        left join node n on n.node_id = a.node_id::uuid
        cross join lateral jsonb_array_elements(compared_parts(n.compared_by, w.value -> a.node_id)) p (part)
      ),
      -- Each value in all forms in which it may be stored: an id in capitals, a concept by another of its values.
      part_form as materialized (
        select p.node_id, p.part
        from checked_part p
        union
        select p.node_id, to_jsonb(f.form)
        from checked_part p
        cross join lateral (values (lower(p.part #>> '{}')), (upper(p.part #>> '{}'))) f (form)
        where jsonb_typeof(p.part) = 'string'
        union
        select p.node_id, to_jsonb(o.value_id)
        from checked_part p
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
          where check_group.resource_id is null
            and a.nodegroup_id = check_group.nodegroup_id
          union all
          select a.*
          from tile a
          where a.resource_id = check_group.resource_id
            and a.nodegroup_id = check_group.nodegroup_id
        ) t
        -- "is true" forces a hash lookup; the planner might turn a join into nested loops.
        where (
            compared_parts(first_paths, t.data -> check_group.nodes[1]) -> 0
              in (select f.part from part_form f where f.node_id = check_group.nodes[1])
          ) is true
          and (
            last_node = check_group.nodes[1]
            or (
              compared_parts(last_paths, t.data -> last_node) -> 0
                in (select f.part from part_form f where f.node_id = last_node)
            ) is true
          )
          and t.tile_id not in (select c.tile_id from unnest(changing) as c (tile_id))
      ),
      holder as materialized (
        select s.compared, c.resource_id
        from compared_values(check_group.nodes, array(select c.data from candidate c order by c.place)) s
        join candidate c on c.place = s.place
        where (s.compared in (select w.compared from checked_value w)) is true
      ),
      -- This and the next subquery are computed only if a tile has one of the values, which is rare.
      closed_nodegroup as materialized (
        select check_group.nodegroup_id
        union
        select n.nodegroup_id
        from node n
        where n.node_id = any (check_group.nodes::uuid[])
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
      -- Sorted instead of joined: the planner cannot estimate the rows, and nested loops would take minutes.
      value_use as (
        select
          b.place,
          b.is_asked,
          b.times,
          bool_or(b.place is null) over same_values as is_held,
          min(b.visible_id) over same_values as visible_id
        from (
          select w.place, w.is_asked, w.times, w.compared, null as visible_id
          from checked_value w
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
      from value_use b
      where b.is_asked
        and (b.times > 1 or b.is_held)
    );
    all_failed_checks = all_failed_checks || coalesce(failed_checks, '[]');
  end loop;
  return (
    select jsonb_build_object(
      'repeated', coalesce(jsonb_agg(f.place order by f.place) filter (where not f.is_closed), '[]'),
      'holders', coalesce(jsonb_agg(f.holder order by f.place) filter (where not f.is_closed), '[]'),
      'closed', coalesce(jsonb_agg(f.place order by f.place) filter (where f.is_closed), '[]')
    )
    from jsonb_to_recordset(all_failed_checks) as f (place integer, holder uuid, is_closed boolean)
  );
end
$$;
