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
