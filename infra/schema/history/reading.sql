-- Administrators and members of groups with this right may read the activity stream.
-- @rule Permissions: Who may read the activity stream?
create function may_read_history(caller integer) returns boolean
language plpgsql stable
as $$
begin
  return coalesce(
    (
      select
        c.is_administrator
        or exists (
          select
          from account_group g
          where g.account_group_id = any (c.account_group_ids)
            and g.can_read_history
        )
      from caller_rights(caller) c
    ),
    false
  );
end
$$;

-- The time of the last change of a resource instance in a nodegroup that a caller may read, otherwise of its creation. Proposals are no
-- changes. In PL/pgSQL, which keeps its plan: it is called for each candidate of a question.
-- @rule Searching by values: When was a resource instance last changed, for this caller?
create function readable_change(caller integer, of_resource uuid) returns timestamptz
language plpgsql stable
as $$
begin
  return greatest(
    (
      select r.created_at
      from resource r
      where r.resource_id = of_resource
    ),
    (
      select max(e.edited_at)
      from edit_log e
      where e.resource_id = of_resource
        and e.tile_id is not null
        and e.edit_type <> 'tile proposal'
        and not e.is_closed
        and e.nodegroup_id in (select n.nodegroup_id from readable_nodegroup(caller) n)
    )
  );
end
$$;
