-- The groups of a caller; a deactivated account has none.
-- @rule Permissions: Which group is a caller without a token?
create function group_of_caller(caller integer)
returns table (account_group_id integer, name text, can_read boolean, can_write boolean, can_delete boolean, is_administrator boolean)
language sql stable
begin atomic
  select g.account_group_id, g.name, g.can_read, g.can_write, g.can_delete, g.is_administrator
  from account_group g
  where case
    when caller is null then g.name = 'Guest'
    else exists (
      select
      from group_member m
      join account a on a.account_id = m.account_id
      where m.account_id = caller
        and m.account_group_id = g.account_group_id
        and a.is_active
    )
  end;
end;

-- The group Guest, as a set of principals.
create function guest_groups() returns integer[]
language sql stable
begin atomic
  select array(select g.account_group_id from account_group g where g.name = 'Guest');
end;

-- The principals of a caller. An anonymous caller is a member of Guest; an unknown or deactivated account has none. granted_account_id is
-- the account if it has its own nodegroup grants. guest_group_ids is the group Guest for accounts, which may also read what Guest may read.
create function principals_of(caller integer)
returns table (account_group_ids integer[], granted_account_id integer, guest_group_ids integer[])
language sql stable
begin atomic
  select
    array(
      select c.account_group_id
      from group_of_caller(caller) c
      order by c.account_group_id
    ),
    (
      select a.account_id
      from account a
      where a.account_id = caller
        and a.is_active
        and exists (select from nodegroup_grant g where g.account_id = caller)
    ),
    case
      when exists (select from account a where a.account_id = caller and a.is_active) then guest_groups()
      else '{}'
    end;
end;

-- Whether a caller is an administrator. Scalar functions are in PL/pgSQL, because an SQL function that is not inlined is planned at every
-- call.
create function is_administrator(caller integer) returns boolean
language plpgsql stable
as $$
begin
  return coalesce((select c.is_administrator from caller_rights(caller) c), false);
end
$$;

-- Whether an account is an administrator or in one of these groups; false for anonymous callers.
create function is_administrator_or_in(caller integer, names text[]) returns boolean
language plpgsql stable
as $$
begin
  return is_administrator(caller)
    or (
      caller is not null
      and exists (select from group_of_caller(caller) g where g.name = any (names))
    );
end
$$;

-- Whether the changes of a caller take effect without a review.
create function is_reviewer(caller integer) returns boolean
language plpgsql stable
as $$
begin
  return coalesce((select c.is_reviewer from caller_rights(caller) c), false);
end
$$;

-- The rule that decides everything for a caller, if there is one.
create function rule_of_caller(caller integer) returns access_rule
language plpgsql stable
as $$
begin
  return case
    when exists (select from account a where a.account_id = caller and not a.is_active) then 'deactivated'::access_rule
    when is_administrator(caller) then 'administrator'
  end;
end
$$;
