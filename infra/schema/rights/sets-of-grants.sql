-- The set of grants that groups have for a resource instance; the nil id if there are none. A grant with no_access gives no right to view.
create function grant_set_of(of_resource uuid)
returns table (grant_set_id uuid, viewing_groups integer[], closed_groups integer[], other_groups integer[])
language sql stable rows 1
begin atomic
  select
    case
      when s.viewing = '{}' and s.closed = '{}' and s.other = '{}' then '00000000-0000-0000-0000-000000000000'
      else md5(concat_ws(' ', s.viewing, s.closed, s.other))::uuid
    end,
    s.viewing,
    s.closed,
    s.other
  from (
    select
      coalesce(array_agg(g.account_group_id order by g.account_group_id) filter (where g.can_view and not g.no_access), '{}'),
      coalesce(array_agg(g.account_group_id order by g.account_group_id) filter (where g.no_access), '{}'),
      coalesce(array_agg(g.account_group_id order by g.account_group_id) filter (where not g.can_view and not g.no_access), '{}')
    from resource_grant g
    where g.resource_id = of_resource
      and g.account_group_id is not null
  ) as s (viewing, closed, other);
end;

-- The id of grant_set_of. Most resource instances have no grants, and checking this is faster than computing the set. In PL/pgSQL, which
-- keeps its plans: an SQL function with a subquery is planned at each call, which took longer than writing the row.
create function grant_set_id_of(of_resource uuid) returns uuid
language plpgsql stable
as $$
begin
  if not exists (select from resource_grant g where g.resource_id = of_resource) then
    return '00000000-0000-0000-0000-000000000000';
  end if;
  return (select s.grant_set_id from grant_set_of(of_resource) s);
end
$$;

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

-- Adds the sets of grants of resource instances that are not stored.
create function add_grant_sets(of_resources uuid[]) returns void
language plpgsql
as $$
begin
  insert into grant_set (grant_set_id, viewing_groups, closed_groups, other_groups)
  select distinct on (s.grant_set_id) s.*
  from unnest(of_resources) r (resource_id)
  cross join lateral grant_set_of(r.resource_id) s
  where s.grant_set_id <> '00000000-0000-0000-0000-000000000000'
    and not exists (select from grant_set o where o.grant_set_id = s.grant_set_id);
end
$$;

-- Gives resource instances their present sets of grants. Whoever calls it has locked them.
create function store_grant_set_numbers(of_resources uuid[]) returns void
language plpgsql
as $$
begin
  update resource r
  set grant_set_number = c.grant_set_number
  from (
    select u.resource_id, grant_set_number_of(u.resource_id) as grant_set_number
    from unnest(of_resources) as u (resource_id)
    offset 0
  ) c
  where r.resource_id = c.resource_id
    and r.grant_set_number is distinct from c.grant_set_number;
end
$$;

-- Whether callers in these groups see the resource instances of a graph that have this set of grants. is_visible_to_guest is for a
-- caller whose account has its own grant without the right to view. Such a grant overrides those of its groups, and the column says whether
-- the caller still sees the resource instances as Guest. Both are decided as in effective_resource_grant; an unknown set is closed.
-- @rule GeoJSON and OGC API Features: Which features does a map tile skip, because grants close them to this caller?
create function visibility_by_grant_set(
  of_set uuid,
  of_graph uuid,
  groups integer[],
  guest integer[],
  own_graphs uuid[],
  guest_graphs uuid[]
)
returns table (is_visible boolean, is_visible_to_guest boolean)
language sql stable rows 1
begin atomic
  select
    rule_allows(viewing_rule(
      s.viewing_groups && groups,
      case when s.all_groups && groups then s.closed_groups && groups end,
      of_graph = any (own_graphs),
      s.closed_groups && groups,
      case when s.all_groups && guest then s.viewing_groups && guest end,
      of_graph = any (guest_graphs)
    )),
    not s.closed_groups && groups
      and coalesce(case when s.all_groups && guest then s.viewing_groups && guest end, of_graph = any (guest_graphs))
  from (
    select g.viewing_groups, g.closed_groups, g.viewing_groups || g.closed_groups || g.other_groups
    from (
      select '{}'::integer[], '{}'::integer[], '{}'::integer[]
      where of_set = '00000000-0000-0000-0000-000000000000'
      union all
      select s.viewing_groups, s.closed_groups, s.other_groups
      from grant_set s
      where s.grant_set_id = of_set
      limit 1
    ) as g (viewing_groups, closed_groups, other_groups)
  ) as s (viewing_groups, closed_groups, all_groups);
end;

-- The sets of grants with which a caller sees resource instances, for each kind of graph: whether the caller's own rights, and whether those
-- of Guest, include reading it. Grants of the account itself are not in the sets. Decided as in effective_resource_grant. No rows for a caller
-- whom no grants concern, because all sets are alike.
-- @rule Permissions: With which sets of grants does a caller see resource instances?
create function visible_grant_set(caller integer)
returns table (is_own boolean, is_of_guest boolean, grant_set_number integer)
language plpgsql stable rows 1000
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
    select k.is_own, k.is_of_guest, s.grant_set_number
    from (
      select c.account_group_ids, c.guest_group_ids
      from caller_rights(caller) c
      where c.has_resource_grants
        and not c.is_administrator
    ) c
    cross join lateral (
      select
        g.grant_set_number,
        g.viewing && c.account_group_ids,
        g.closed && c.account_group_ids,
        (g.viewing || g.closed || g.other) && c.account_group_ids,
        g.viewing && c.guest_group_ids,
        (g.viewing || g.closed || g.other) && c.guest_group_ids
      from (
        select 0, '{}'::integer[], '{}'::integer[], '{}'::integer[]
        union all
        select s.grant_set_number, s.viewing_groups, s.closed_groups, s.other_groups
        from grant_set s
      ) as g (grant_set_number, viewing, closed, other)
      offset 0
    ) as s (grant_set_number, is_viewing, is_closed, has_grants, is_viewing_of_guest, has_grants_of_guest)
    cross join (values (false, false), (false, true), (true, false), (true, true)) k (is_own, is_of_guest)
    where rule_allows(viewing_rule(
      s.is_viewing,
      case when s.has_grants then s.is_closed end,
      k.is_own,
      s.is_closed,
      case when s.has_grants_of_guest then s.is_viewing_of_guest end,
      k.is_of_guest
    ));
end
$$;

-- The resource instances that grants of an account itself open, whatever those of its groups say.
create function opened_by_own_grant(account integer) returns uuid[]
language plpgsql stable
as $$
begin
  return array(
    select g.resource_id
    from resource_grant g
    where g.account_id = account
      and g.can_view
  );
end
$$;

-- How many rows a page first reads of each set of grants: more than its share, so that one reading usually suffices.
create function first_rows_of_set(most integer, set_count integer) returns integer
language sql immutable
return least(most, 3 + 4 * most / set_count);
