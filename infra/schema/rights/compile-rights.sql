-- The graphs with a readable nodegroup, from the default and its exceptions.
create function graphs_with_readable_nodegroup(by_default boolean, exceptions uuid[]) returns uuid[]
language plpgsql stable
as $$
begin
  return case
    when by_default then array(
      select g.graph_id
      from graph g
      where exists (
        select
        from nodegroup n
        where n.graph_id = g.graph_id
          and n.nodegroup_id <> all (exceptions)
      )
      order by g.graph_id
    )
    else array(
      select distinct n.graph_id
      from nodegroup n
      where n.nodegroup_id = any (exceptions)
      order by n.graph_id
    )
  end;
end
$$;

-- Recompiles rights. Unchanged rows are not written.
-- @rule Permissions: When are rights compiled again?
create function compile_rights(changed integer[]) returns void
language plpgsql
as $$
begin
  with compiled as (
    select
      r.rights_id,
      rule_allows(d.read_rule) as reads_by_default,
      rule_allows(d.write_rule) as writes_by_default,
      rule_allows(d.delete_rule) as deletes_by_default,
      e.read_exceptions,
      e.write_exceptions,
      e.delete_exceptions,
      graphs_with_readable_nodegroup(rule_allows(d.read_rule), e.read_exceptions) as readable_graphs,
      graphs_with_readable_nodegroup(d.own_reads, e.own_exceptions) as own_graphs,
      graphs_with_readable_nodegroup(d.guest_reads, e.guest_exceptions) as guest_graphs
    from rights r
    cross join lateral (select case when r.reads_as_guest then guest_groups() else '{}' end as group_ids) guest
    cross join lateral default_rule(r.account_group_ids, guest.group_ids) d
    cross join lateral (
      select
        coalesce(array_agg(n.nodegroup_id) filter (where rule_allows(n.read_rule) <> rule_allows(d.read_rule)), '{}') as read_exceptions,
        coalesce(array_agg(n.nodegroup_id) filter (where rule_allows(n.write_rule) <> rule_allows(d.write_rule)), '{}') as write_exceptions,
        coalesce(array_agg(n.nodegroup_id) filter (where rule_allows(n.delete_rule) <> rule_allows(d.delete_rule)), '{}') as delete_exceptions,
        coalesce(array_agg(n.nodegroup_id) filter (where n.own_reads <> d.own_reads), '{}') as own_exceptions,
        coalesce(array_agg(n.nodegroup_id) filter (where n.guest_reads <> d.guest_reads), '{}') as guest_exceptions
      from (
        select g.*
        from granted_nodegroup(r.account_group_ids, r.account_id, guest.group_ids) g
        order by g.nodegroup_id
      ) n
    ) e
    where r.rights_id = any (changed)
  )
  update rights r
  set
    reads_by_default = c.reads_by_default,
    writes_by_default = c.writes_by_default,
    deletes_by_default = c.deletes_by_default,
    read_exceptions = c.read_exceptions,
    write_exceptions = c.write_exceptions,
    delete_exceptions = c.delete_exceptions,
    readable_graphs = c.readable_graphs,
    own_graphs = c.own_graphs,
    guest_graphs = c.guest_graphs
  from compiled c
  where r.rights_id = c.rights_id
    and (
      r.reads_by_default,
      r.writes_by_default,
      r.deletes_by_default,
      r.read_exceptions,
      r.write_exceptions,
      r.delete_exceptions,
      r.readable_graphs,
      r.own_graphs,
      r.guest_graphs
    ) is distinct from (
      c.reads_by_default,
      c.writes_by_default,
      c.deletes_by_default,
      c.read_exceptions,
      c.write_exceptions,
      c.delete_exceptions,
      c.readable_graphs,
      c.own_graphs,
      c.guest_graphs
    );
end
$$;

-- Compiles the rights of the members of groups. If Guest is one of the groups, it compiles the rights of all accounts, which may also read
-- what Guest may read.
create function compile_rights_of_groups(groups integer[], is_guest boolean) returns void
language plpgsql
as $$
begin
  perform compile_rights(array(
    select r.rights_id
    from rights r
    where r.account_group_ids && groups
      or (is_guest and r.reads_as_guest)
  ));
end
$$;

-- The principals of accounts, active or not: their groups, and the account itself if it has its own nodegroup grants.
create function rights_of_accounts(accounts integer[])
returns table (of_account integer, account_group_ids integer[], account_id integer)
language sql stable
begin atomic
  select
    a.account_id,
    array(
      select m.account_group_id
      from group_member m
      where m.account_id = a.account_id
      order by m.account_group_id
    ),
    case when exists (select from nodegroup_grant g where g.account_id = a.account_id) then a.account_id end
  from account a
  where a.account_id = any (accounts);
end;

-- Assigns rights to accounts, creates missing rows, and deletes rows that no account uses. Two rows always exist: that of Guest for the
-- anonymous caller, and that of the group Spatial View Reader, which does not include what Guest may read.
create function assign_rights(changed integer[]) returns void
language plpgsql
as $$
declare
  guest integer[] = guest_groups();
  view_readers integer[] = spatial_view_readers();
  new_rights integer[];
begin
  with required as (
    select w.account_group_ids, w.account_id, true as reads_as_guest
    from rights_of_accounts(changed) w
    union
    select guest, null, false
    union
    select view_readers, null, false
  ),
  inserted as (
    insert into rights (account_group_ids, account_id, reads_as_guest)
    select w.account_group_ids, w.account_id, w.reads_as_guest
    from required w
    on conflict do nothing
    returning rights_id
  )
  select array_agg(i.rights_id)
  into new_rights
  from inserted i;

  if new_rights is not null then
    perform compile_rights(new_rights);
  end if;

  update account a
  set rights_id = r.rights_id
  from rights_of_accounts(changed) w
  join rights r
    on r.account_group_ids = w.account_group_ids
    and r.account_id is not distinct from w.account_id
    and r.reads_as_guest
  where a.account_id = w.of_account
    and a.rights_id is distinct from r.rights_id;

  delete from rights r
  where not exists (select from account a where a.rights_id = r.rights_id)
    and (r.reads_as_guest or r.account_group_ids not in (guest, view_readers));
end
$$;

-- The rights of Guest and of the readers of spatial views exist before the first account.
select assign_rights('{}')::text;
