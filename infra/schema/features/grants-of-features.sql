-- After changes of grants to groups: locks the resource instances of the grants, and gives them, their features, the entries of their values,
-- and the relations in their tiles the new sets of grants. Whoever adds them to a resource instance has locked it, so none
-- gets a set that lacks a grant stored at the same time.
-- The deletion of a group locks no resource instances: it holds the lock of rights, which deletions of resource instances take after their
-- own locks. It changes no rows, because a deleted group has no callers; but it adds the sets without the group, which new ones will have.
create function move_features() returns trigger
language plpgsql
as $$
declare
  moved uuid[];
begin
  if not exists (select from changed c where c.account_group_id is not null) then
    return null;
  end if;

  perform
  from resource r
  where r.resource_id in (
    select c.resource_id
    from changed c
    where c.account_group_id in (select g.account_group_id from account_group g)
  )
  order by r.resource_id
  for no key update;

  with changed_resource as materialized (
    select r.resource_id, s.*
    from resource r
    cross join lateral grant_set_of(r.resource_id) s
    where r.resource_id in (select c.resource_id from changed c where c.account_group_id is not null)
  ),
  added_set as (
    insert into grant_set (grant_set_id, viewing_groups, closed_groups, other_groups)
    select distinct on (c.grant_set_id) c.grant_set_id, c.viewing_groups, c.closed_groups, c.other_groups
    from changed_resource c
    where not exists (select from grant_set s where s.grant_set_id = c.grant_set_id)
  ),
  moved_resource as materialized (
    select r.resource_id, r.grant_set_id
    from changed_resource r
    where r.resource_id in (
      select c.resource_id
      from changed c
      where c.account_group_id in (select g.account_group_id from account_group g)
    )
  ),
  moved_relation as (
    update resource_relation o
    set grant_set_id = r.grant_set_id
    from moved_resource r
    where o.from_resource_id = r.resource_id
      and o.tile_id is not null
      and o.grant_set_id is distinct from r.grant_set_id
  )
  update feature f
  set grant_set_id = r.grant_set_id
  from moved_resource r
  where f.resource_id = r.resource_id
    and f.grant_set_id is distinct from r.grant_set_id;

  moved = array(
    select distinct c.resource_id
    from changed c
    where c.account_group_id in (select g.account_group_id from account_group g)
  );
  perform store_grant_set_numbers(moved);
  perform move_value_entries(moved);
  return null;
end
$$;

create trigger move_features_after_insert
  after insert on resource_grant
  referencing new table as changed
  for each statement execute function move_features();

create trigger move_features_after_update
  after update on resource_grant
  referencing new table as changed
  for each statement execute function move_features();

-- A moved grant also affects its old resource instance.
create trigger move_former_features_after_update
  after update on resource_grant
  referencing old table as changed
  for each statement execute function move_features();

create trigger move_features_after_delete
  after delete on resource_grant
  referencing old table as changed
  for each statement execute function move_features();
