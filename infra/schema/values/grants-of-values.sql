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

-- The resource instances that grants of the account itself let it see. A single select, so that the planner inlines it and knows how many
-- there are.
create function own_visible_resource(caller integer) returns table (resource_id uuid)
language sql stable rows 100
begin atomic
  select g.resource_id
  from resource_grant g
  where g.account_id = caller
    and g.can_view
    and not g.no_access;
end;
