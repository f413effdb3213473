-- The state of a resource instance in the life cycle of its model; no row if the model has no life cycle. A resource instance without a
-- stored state, such as a new one, is in the initial state.
-- @rule Permissions: What does the state of a resource instance take away, and from whom?
create function state_of_resource(of_resource uuid)
returns setof life_cycle_state
language sql stable rows 1
begin atomic
  select s.*
  from resource r
  join graph g on g.graph_id = r.graph_id
  join life_cycle_state s
    on s.life_cycle_state_id = r.life_cycle_state_id
    or (r.life_cycle_state_id is null and s.life_cycle_id = g.life_cycle_id and s.is_initial)
  where r.resource_id = of_resource;
end;
