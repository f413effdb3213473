-- The number of the set of grants that groups have for a resource instance, 0 without such grants; null if the set is not stored.
create function grant_set_number_of(of_resource uuid) returns integer
language sql stable
return case
  when exists (
    select
    from resource_grant g
    where g.resource_id = of_resource
      and g.account_group_id is not null
  ) then (
    select s.grant_set_number
    from grant_set_of(of_resource) o
    join grant_set s on s.grant_set_id = o.grant_set_id
    order by s.grant_set_number
    limit 1
  )
  else 0
end;

-- Gives the entries of resource instances their present sets of grants. Whoever calls it has locked the resource instances.
create function move_value_entries(of_resources uuid[]) returns void
language plpgsql
as $$
begin
  with changed_resource as materialized (
    select r.resource_id, grant_set_number_of(r.resource_id) as grant_set_number
    from unnest(of_resources) as r (resource_id)
  ),
  moved_ids as (
    update id_entry e
    set grant_set_number = c.grant_set_number
    from changed_resource c
    where e.resource_id = c.resource_id
      and e.grant_set_number is distinct from c.grant_set_number
  ),
  moved_numbers as (
    update number_entry e
    set grant_set_number = c.grant_set_number
    from changed_resource c
    where e.resource_id = c.resource_id
      and e.grant_set_number is distinct from c.grant_set_number
  ),
  moved_dates as (
    update date_entry e
    set grant_set_number = c.grant_set_number
    from changed_resource c
    where e.resource_id = c.resource_id
      and e.grant_set_number is distinct from c.grant_set_number
  )
  update word_entry e
  set grant_set_number = c.grant_set_number
  from changed_resource c
  where e.resource_id = c.resource_id
    and e.grant_set_number is distinct from c.grant_set_number;
end
$$;

-- The numbers of the sets of grants with which a caller sees the resource instances of a graph. Grants of the account itself are not in the
-- sets: what they open is looked up by resource instance, and what they close is left out when a candidate is checked.
create function visible_grant_sets(caller integer, of_graph uuid) returns integer[]
language plpgsql stable
as $$
begin
  return array(
    select s.grant_set_number
    from caller_rights(caller) c
    cross join (
      select 0, '00000000-0000-0000-0000-000000000000'::uuid
      union all
      select g.grant_set_number, g.grant_set_id
      from grant_set g
    ) as s (grant_set_number, grant_set_id)
    cross join lateral visibility_by_grant_set(
      s.grant_set_id, of_graph, c.account_group_ids, c.guest_group_ids, c.own_graphs, c.guest_graphs
    ) v
    where c.is_administrator
      or v.is_visible
  );
end
$$;

-- The resource instances that grants of the account itself let it see.
create function own_visible_resource(caller integer) returns table (resource_id uuid)
language sql stable rows 100
begin atomic
  select g.resource_id
  from resource_grant g
  where g.account_id = caller
    and g.can_view
    and not g.no_access;
end;
