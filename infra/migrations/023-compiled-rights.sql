-- What each caller may do with nodegroups, worked out when it changes and not when it is asked (docs/adr/047-rights-compiled-on-change.md).

-- One row for each distinct set of principals: groups, and the account itself where it has nodegroup grants of its own.
-- Nothing here says whether an account is active or an administrator, and nothing is closed here because it belongs to the system
-- settings: that is looked at when it is asked. So are the grants of resource instances.
create table rights (
  rights_id integer generated always as identity primary key,
  -- In ascending order.
  account_group_ids integer[] not null,
  account_id integer references account on delete cascade,
  -- Whether what Guest may read counts besides: it does for accounts, and not for the anonymous caller, who is Guest.
  reads_as_guest boolean not null default false,
  reads_by_default boolean not null default false,
  writes_by_default boolean not null default false,
  deletes_by_default boolean not null default false,
  -- The nodegroups for which it is the other way round.
  read_exceptions uuid[] not null default '{}',
  write_exceptions uuid[] not null default '{}',
  delete_exceptions uuid[] not null default '{}',
  -- The graphs of which some nodegroup is readable.
  readable_graphs uuid[] not null default '{}',
  -- Those of which one is readable by the principals' own rights, and those of which one is that Guest may read and nothing of their own closes.
  own_graphs uuid[] not null default '{}',
  guest_graphs uuid[] not null default '{}',
  -- The anonymous caller finds the rights of Guest by it.
  unique nulls not distinct (account_group_ids, account_id, reads_as_guest)
);

-- Set by assign_rights() in the statement that makes the account.
alter table account add column rights_id integer references rights;
-- Rights that no account has are taken away.
create index account_rights on account (rights_id);

-- no_access reaches the nodegroups below.
create index nodegroup_parent on nodegroup (parent_nodegroup_id) where parent_nodegroup_id is not null;

-- Its id is well known: it is the same in every instance.
create function system_settings_graph() returns uuid
language sql immutable
return 'ff623370-fa12-11e6-b98b-6c4008b05c4c'::uuid;

-- The group that anonymous callers are in, as a set of principals.
create function guest_groups() returns integer[]
language sql stable
begin atomic
  select array(select g.account_group_id from account_group g where g.name = 'Guest');
end;

-- The principals of a caller: an anonymous one is a member of Guest; who is unknown or deactivated has none. granted_account_id is the account
-- itself where it has nodegroup grants of its own; guest_group_ids is Guest for an account, which may read what Guest may.
create function principals_of(caller integer)
returns table (account_group_ids integer[], granted_account_id integer, guest_group_ids integer[])
language sql stable
begin atomic
  select
    array(
      select c.account_group_id
      from caller_group(caller) c
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

-- The rule that decides about reading a nodegroup: no_access of the principals' own closes it; what gives it is a right of their own, else what
-- Guest may read.
create function reading_rule(closed_by uuid, own_rule access_rule, guest_reads boolean) returns access_rule
language sql immutable
return case
  when closed_by is not null then 'no access'::access_rule
  when guest_reads and not rule_allows(own_rule) then 'guest'
  else own_rule
end;

-- What decides about the nodegroups that no grant touches, for a set of principals, by right.
create function default_rule(of_groups integer[], guest integer[])
returns table (
  read_rule access_rule,
  write_rule access_rule,
  delete_rule access_rule,
  own_reads boolean,
  guest_reads boolean
)
language sql stable rows 1
begin atomic
  select
    reading_rule(null, case when d.own_reads then 'default'::access_rule else 'closed' end, d.guest_reads),
    case when d.own_writes then 'default'::access_rule else 'closed' end,
    case when d.own_deletes then 'default'::access_rule else 'closed' end,
    d.own_reads,
    d.guest_reads
  from (
    select
      coalesce(bool_or(g.can_read) filter (where g.account_group_id = any (of_groups)), false) as own_reads,
      coalesce(bool_or(g.can_write) filter (where g.account_group_id = any (of_groups)), false) as own_writes,
      coalesce(bool_or(g.can_delete) filter (where g.account_group_id = any (of_groups)), false) as own_deletes,
      coalesce(bool_or(g.can_read) filter (where g.account_group_id = any (guest)), false) as guest_reads
    from account_group g
    where g.account_group_id = any (of_groups || guest)
  ) d;
end;

-- What is decided about nodegroups by grants, for a set of principals, by right. Each principal counts with its explicit grant, where it has
-- one, else with its default; no_access of any principal wins and reaches the nodegroups below. What Guest may read by all this is readable
-- besides, where no principal closes it: no_access of Guest takes nothing from others.
-- Rows for those nodegroups only that a grant touches or closes: about all others default_rule decides.
-- The rules, in the order in which they count: "no access" (on closed_by, which is the nodegroup itself or the nearest above), "grant",
-- "default", "guest", "closed" (nothing gives it). In PL/pgSQL, which keeps the plan for the session.
create function granted_nodegroup(of_groups integer[], of_account integer, guest integer[])
returns table (
  nodegroup_id uuid,
  read_rule access_rule,
  write_rule access_rule,
  delete_rule access_rule,
  closed_by uuid,
  own_reads boolean,
  guest_reads boolean
)
language plpgsql stable rows 100
as $$
#variable_conflict use_column
begin
  return query
    with recursive principal as (
      select g.account_group_id, null::integer as account_id, g.can_read, g.can_write, g.can_delete
      from account_group g
      where g.account_group_id = any (of_groups)
      union all
      select null, of_account, false, false, false
      where of_account is not null
    ),
    touching_grant as materialized (
      select g.*
      from nodegroup_grant g
      where g.account_group_id = any (of_groups)
      union all
      select g.*
      from nodegroup_grant g
      where g.account_id = of_account
    ),
    by_grant as materialized (
      select
        n.nodegroup_id,
        min(case
          when g.can_read then 'grant'::access_rule
          when g.nodegroup_id is null and p.can_read then 'default'
          else 'closed'
        end) as read_rule,
        min(case
          when g.can_write then 'grant'::access_rule
          when g.nodegroup_id is null and p.can_write then 'default'
          else 'closed'
        end) as write_rule,
        min(case
          when g.can_delete then 'grant'::access_rule
          when g.nodegroup_id is null and p.can_delete then 'default'
          else 'closed'
        end) as delete_rule,
        coalesce(bool_or(g.no_access), false) as no_access
      from (select distinct t.nodegroup_id from touching_grant t) n
      cross join principal p
      left join touching_grant g
        on g.nodegroup_id = n.nodegroup_id
        and (g.account_group_id = p.account_group_id or g.account_id = p.account_id)
      group by n.nodegroup_id
    ),
    closed as (
      select b.nodegroup_id, b.nodegroup_id as closed_by
      from by_grant b
      where b.no_access
      union
      select child.nodegroup_id, above.closed_by
      from closed above
      join nodegroup child on child.parent_nodegroup_id = above.nodegroup_id
      where child.nodegroup_id not in (select b.nodegroup_id from by_grant b where b.no_access)
    ),
    of_guest as (
      select g.nodegroup_id, rule_allows(g.read_rule) as reads
      from granted_nodegroup(guest, null, '{}') g
      where guest <> '{}'
    ),
    decided as (
      select
        nodegroup_id,
        c.closed_by,
        coalesce(b.read_rule, case when d.own_reads then 'default'::access_rule else 'closed' end) as read_rule,
        coalesce(b.write_rule, d.write_rule) as write_rule,
        coalesce(b.delete_rule, d.delete_rule) as delete_rule,
        coalesce(o.reads, d.guest_reads) as guest_reads
      from by_grant b
      full join closed c using (nodegroup_id)
      full join of_guest o using (nodegroup_id)
      cross join default_rule(of_groups, guest) d
    )
    select
      d.nodegroup_id,
      reading_rule(d.closed_by, d.read_rule, d.guest_reads),
      case when d.closed_by is null then d.write_rule else 'no access' end,
      case when d.closed_by is null then d.delete_rule else 'no access' end,
      d.closed_by,
      d.closed_by is null and rule_allows(d.read_rule),
      d.closed_by is null and d.guest_reads
    from decided d;
end
$$;

-- What decides about each nodegroup for a caller, by right: rule_of_caller before everything, then "system settings" (for administrators only),
-- then what granted_nodegroup says, else default_rule. It is worked out from the grants as they are, to be explained and compared;
-- what a statement asks (nodegroup_permission) was worked out before.
create or replace function nodegroup_rule(caller integer)
returns table (
  nodegroup_id uuid,
  graph_id uuid,
  read_rule access_rule,
  write_rule access_rule,
  delete_rule access_rule,
  closed_by uuid
)
language plpgsql stable rows 1000
as $$
#variable_conflict use_column
begin
  return query
    with of_caller as materialized (
      select rule_of_caller(caller) as rule, p.*
      from principals_of(caller) p
    ),
    by_default as materialized (
      select d.*
      from of_caller o
      cross join lateral default_rule(o.account_group_ids, o.guest_group_ids) d
    ),
    by_grant as materialized (
      select g.*
      from of_caller o
      cross join lateral granted_nodegroup(o.account_group_ids, o.granted_account_id, o.guest_group_ids) g
    )
    select
      n.nodegroup_id,
      n.graph_id,
      coalesce(r.rule, b.read_rule, d.read_rule),
      coalesce(r.rule, b.write_rule, d.write_rule),
      coalesce(r.rule, b.delete_rule, d.delete_rule),
      b.closed_by
    from nodegroup n
    cross join of_caller o
    cross join by_default d
    left join by_grant b on b.nodegroup_id = n.nodegroup_id
    cross join lateral (
      select coalesce(
        o.rule,
        case when n.graph_id = system_settings_graph() then 'system settings'::access_rule end
      ) as rule
    ) r;
end
$$;

-- Compiling.

-- The graphs with a nodegroup that may be read, where it is so by default but for the exceptions.
create function graphs_read(by_default boolean, exceptions uuid[]) returns uuid[]
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

-- Works out rights anew. Rows that stay as they are are not written.
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
      graphs_read(rule_allows(d.read_rule), e.read_exceptions) as readable_graphs,
      graphs_read(d.own_reads, e.own_exceptions) as own_graphs,
      graphs_read(d.guest_reads, e.guest_exceptions) as guest_graphs
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

-- Which rights accounts are to have, whether they are active or not: those of their groups, and of the account itself where it has nodegroup
-- grants of its own.
create function wanted_rights(accounts integer[])
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

-- Gives accounts the rights that they are to have; makes what is missing, for the anonymous caller too, and
-- takes away what nobody has any more.
create function assign_rights(changed integer[]) returns void
language plpgsql
as $$
declare
  guest integer[] = guest_groups();
  made integer[];
begin
  with wanted as (
    select w.account_group_ids, w.account_id, true as reads_as_guest
    from wanted_rights(changed) w
    union
    select guest, null, false
  ),
  missing as (
    insert into rights (account_group_ids, account_id, reads_as_guest)
    select w.account_group_ids, w.account_id, w.reads_as_guest
    from wanted w
    on conflict do nothing
    returning rights_id
  )
  select array_agg(m.rights_id)
  into made
  from missing m;

  if made is not null then
    perform compile_rights(made);
  end if;

  update account a
  set rights_id = r.rights_id
  from wanted_rights(changed) w
  join rights r
    on r.account_group_ids = w.account_group_ids
    and r.account_id is not distinct from w.account_id
    and r.reads_as_guest
  where a.account_id = w.of_account
    and a.rights_id is distinct from r.rights_id;

  delete from rights r
  where not exists (select from account a where a.rights_id = r.rights_id)
    and (r.reads_as_guest or r.account_group_ids <> guest);
end
$$;

-- Whoever changes what rights depend on waits here for whoever does so already, before anything else is locked: what is compiled then is
-- compiled from all that was committed, and nobody waits in a circle.
create function lock_rights() returns trigger
language plpgsql
as $$
begin
  perform
  from last_change c
  where c.subject = 'permission'
  for no key update;
  return null;
end
$$;

-- Of new accounts, and of those that join or leave a group.
create function rights_follow_account() returns trigger
language plpgsql
as $$
begin
  perform assign_rights(array(select distinct c.account_id from changed c));
  return null;
end
$$;

-- Compiles the rights of those who are in some groups: where Guest is among these, of all accounts, which may read what it may.
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

-- A group that becomes Guest, or is it no longer, changes whose rights the anonymous caller has.
create function rights_follow_group() returns trigger
language plpgsql
as $$
declare
  is_guest boolean = exists (select from changed c where c.name = 'Guest');
begin
  if tg_op = 'UPDATE' then
    is_guest = is_guest or exists (select from former f where f.name = 'Guest');
  end if;
  perform assign_rights('{}');
  perform compile_rights_of_groups(array(select c.account_group_id from changed c), is_guest);
  return null;
end
$$;

create function rights_follow_grant() returns trigger
language plpgsql
as $$
declare
  accounts integer[] = array(select distinct c.account_id from changed c where c.account_id is not null);
  groups integer[] = array(select distinct c.account_group_id from changed c where c.account_group_id is not null);
begin
  if accounts <> '{}' then
    perform assign_rights(accounts);
    perform compile_rights(array(select r.rights_id from rights r where r.account_id = any (accounts)));
  end if;
  perform compile_rights_of_groups(groups, groups && guest_groups());
  return null;
end
$$;

create function rights_follow_nodegroup() returns trigger
language plpgsql
as $$
begin
  perform compile_rights(array(select r.rights_id from rights r));
  return null;
end
$$;

create trigger account_locks_rights
  before insert or update of is_active, is_administrator or delete on account
  for each statement execute function lock_rights();

create trigger group_locks_rights
  before insert or update or delete on account_group
  for each statement execute function lock_rights();

create trigger member_locks_rights
  before insert or update or delete on group_member
  for each statement execute function lock_rights();

create trigger nodegroup_grant_locks_rights
  before insert or update or delete on nodegroup_grant
  for each statement execute function lock_rights();

create trigger nodegroup_locks_rights
  before insert or update or delete on nodegroup
  for each statement execute function lock_rights();

create trigger rights_of_new_account
  after insert on account
  referencing new table as changed
  for each statement execute function rights_follow_account();

create trigger rights_of_new_group
  after insert on account_group
  referencing new table as changed
  for each statement execute function rights_follow_group();

create trigger rights_of_group
  after update on account_group
  referencing old table as former new table as changed
  for each statement execute function rights_follow_group();

create trigger rights_of_gone_group
  after delete on account_group
  referencing old table as changed
  for each statement execute function rights_follow_group();

create trigger rights_of_new_member
  after insert on group_member
  referencing new table as changed
  for each statement execute function rights_follow_account();

-- Memberships and grants that move from one principal to another count for both.
create trigger rights_of_member
  after update on group_member
  referencing new table as changed
  for each statement execute function rights_follow_account();

create trigger rights_of_former_member
  after update on group_member
  referencing old table as changed
  for each statement execute function rights_follow_account();

create trigger rights_of_gone_member
  after delete on group_member
  referencing old table as changed
  for each statement execute function rights_follow_account();

create trigger rights_of_new_grant
  after insert on nodegroup_grant
  referencing new table as changed
  for each statement execute function rights_follow_grant();

create trigger rights_of_grant
  after update on nodegroup_grant
  referencing new table as changed
  for each statement execute function rights_follow_grant();

create trigger rights_of_former_grant
  after update on nodegroup_grant
  referencing old table as changed
  for each statement execute function rights_follow_grant();

create trigger rights_of_gone_grant
  after delete on nodegroup_grant
  referencing old table as changed
  for each statement execute function rights_follow_grant();

create trigger rights_of_nodegroup
  after insert or update or delete on nodegroup
  for each statement execute function rights_follow_nodegroup();

select count(assign_rights(array(select a.account_id from account a)))::text;

-- Asking.

-- The compiled rights of a caller, and who that is: no row for an account that is unknown or deactivated. Of an administrator the rest does not count.
-- has_resource_grants says whether there are grants of resource instances that may count: the caller's own, and those of Guest where there is a graph
-- that the caller does not read anything of by own rights.
-- A table function of one select, as all that follow: the planner puts it into the statement around it, and works out no column that is
-- not asked for.
create function caller_rights(caller integer)
returns table (
  account_id integer,
  is_administrator boolean,
  is_reviewer boolean,
  account_group_ids integer[],
  guest_group_ids integer[],
  has_resource_grants boolean,
  reads_by_default boolean,
  writes_by_default boolean,
  deletes_by_default boolean,
  read_exceptions uuid[],
  write_exceptions uuid[],
  delete_exceptions uuid[],
  readable_graphs uuid[],
  own_graphs uuid[],
  guest_graphs uuid[]
)
language sql stable rows 1
begin atomic
  select
    p.account_id,
    p.account_id is not null
      and (
        p.is_administrator
        or exists (
          select
          from account_group g
          where g.account_group_id = any (r.account_group_ids)
            and g.is_administrator
        )
      ),
    p.account_id is not null
      and (
        p.is_administrator
        or exists (
          select
          from account_group g
          where g.account_group_id = any (r.account_group_ids)
            and (g.is_administrator or g.name = 'Resource Reviewer')
        )
      ),
    r.account_group_ids,
    case
      when r.reads_as_guest then array(select g.account_group_id from account_group g where g.name = 'Guest')
      else '{}'
    end,
    exists (select from resource_grant g where g.account_id = p.account_id)
      or exists (select from resource_grant g where g.account_group_id = any (r.account_group_ids))
      or (
        r.reads_as_guest
        and exists (
          select
          from resource_grant g
          where g.account_group_id = any (array(select guest.account_group_id from account_group guest where guest.name = 'Guest'))
        )
        and exists (
          select
          from graph g
          where g.graph_id <> all (r.own_graphs)
            and g.graph_id <> system_settings_graph()
        )
      ),
    r.reads_by_default,
    r.writes_by_default,
    r.deletes_by_default,
    r.read_exceptions,
    r.write_exceptions,
    r.delete_exceptions,
    r.readable_graphs,
    r.own_graphs,
    r.guest_graphs
  from (
    select a.account_id, a.is_administrator, a.rights_id
    from account a
    where a.account_id = caller
      and a.is_active
    union all
    select null, false, guest.rights_id
    from rights guest
    where caller is null
      and guest.account_group_ids = array(select g.account_group_id from account_group g where g.name = 'Guest')
      and guest.account_id is null
      and not guest.reads_as_guest
  ) p
  join rights r on r.rights_id = p.rights_id
  -- Keeps it apart from the statement around it: worked out once, and not for every row.
  offset 0;
end;

-- A right on a nodegroup of a graph, from what is compiled of it.
create function is_allowed(is_administrator boolean, by_default boolean, is_exception boolean, of_graph uuid) returns boolean
language sql immutable
return coalesce(is_administrator or (by_default <> is_exception and of_graph <> system_settings_graph()), false);

-- What a caller may do with each nodegroup. Exceptions are looked up in a hash, however many there are.
create or replace function nodegroup_permission(caller integer)
returns table (nodegroup_id uuid, graph_id uuid, can_read boolean, can_write boolean, can_delete boolean)
language sql stable
begin atomic
  select
    n.nodegroup_id,
    n.graph_id,
    is_allowed(
      c.is_administrator,
      c.reads_by_default,
      n.nodegroup_id in (select unnest(e.read_exceptions) from caller_rights(caller) e),
      n.graph_id
    ),
    is_allowed(
      c.is_administrator,
      c.writes_by_default,
      n.nodegroup_id in (select unnest(e.write_exceptions) from caller_rights(caller) e),
      n.graph_id
    ),
    is_allowed(
      c.is_administrator,
      c.deletes_by_default,
      n.nodegroup_id in (select unnest(e.delete_exceptions) from caller_rights(caller) e),
      n.graph_id
    )
  from nodegroup n
  left join caller_rights(caller) c on true;
end;

-- The nodegroups that a caller may read.
create or replace function readable_nodegroup(caller integer)
returns table (nodegroup_id uuid, graph_id uuid)
language sql stable
begin atomic
  select p.nodegroup_id, p.graph_id
  from nodegroup_permission(caller) p
  where p.can_read;
end;

-- The graphs of which a caller may read a nodegroup.
create function readable_graph(caller integer)
returns table (graph_id uuid)
language sql stable rows 10
begin atomic
  select g.graph_id
  from graph g
  cross join caller_rights(caller) c
  where case
    when c.is_administrator then exists (select from nodegroup n where n.graph_id = g.graph_id)
    else g.graph_id = any (c.readable_graphs) and g.graph_id <> system_settings_graph()
  end;
end;

-- What the grants of resource instances say to principals: the account's own count before those of its groups. What those of Guest say comes
-- besides, and does not count where no_access of any principal closes the resource instance. Null where there are none of the kind.
create function counting_resource_grant(of_account integer, of_groups integer[], guest integer[])
returns table (
  resource_id uuid,
  can_view boolean,
  can_change boolean,
  can_delete boolean,
  no_access boolean,
  is_closed boolean,
  guest_can_view boolean
)
language sql stable rows 100
begin atomic
  select
    g.resource_id,
    bool_or(g.can_view) filter (where g.counts),
    bool_or(g.can_change) filter (where g.counts),
    bool_or(g.can_delete) filter (where g.counts),
    bool_or(g.no_access) filter (where g.counts),
    coalesce(bool_or(g.no_access) filter (where not g.is_of_guest), false),
    bool_or(g.can_view and not g.no_access) filter (where g.is_of_guest)
  from (
    select o.*, true as counts, false as is_of_guest
    from resource_grant o
    where o.account_id = of_account
    union all
    select
      o.*,
      not exists (
        select
        from resource_grant own
        where own.resource_id = o.resource_id
          and own.account_id = of_account
      ),
      false
    from resource_grant o
    where o.account_group_id = any (of_groups)
    union all
    select o.*, false, true
    from resource_grant o
    where o.account_group_id = any (guest)
  ) g
  group by g.resource_id;
end;

-- Whether grants let a caller see a resource instance, as counting_resource_grant gives them: by own rights, for which the readable graphs stand
-- where there is no grant of its own, else as Guest. An expression, which is put into the statement around it.
create function is_granted(
  can_view boolean,
  no_access boolean,
  reads_graph boolean,
  is_closed boolean,
  guest_can_view boolean,
  guest_reads_graph boolean
) returns boolean
language sql immutable
return coalesce(can_view and not no_access, reads_graph)
  or (not is_closed and coalesce(guest_can_view, guest_reads_graph));

-- Whether a resource instance is there for a caller at all: one that is nothing but proposals is for who proposed it and for reviewers. An
-- expression, which is put into the statement around it.
create function is_there(proposed_by integer[], is_reviewer boolean, account integer) returns boolean
language sql immutable
return proposed_by is null or is_reviewer or account = any (proposed_by);

-- The resource instances that a caller may see: by their own grants, else because a nodegroup of their graph is readable.
-- Administrators see everything; only they see the system settings. Grants are looked for where the caller has any.
create or replace function visible_resource(caller integer)
returns table (resource_id uuid, graph_id uuid)
language sql stable
begin atomic
  select r.resource_id, r.graph_id
  from resource r
  cross join caller_rights(caller) c
  where c.is_administrator
    or (
      coalesce(
        case
          when c.has_resource_grants then (
            select is_granted(
              g.can_view,
              g.no_access,
              r.graph_id = any (c.own_graphs),
              g.is_closed,
              g.guest_can_view,
              r.graph_id = any (c.guest_graphs)
            )
            from counting_resource_grant(c.account_id, c.account_group_ids, c.guest_group_ids) g
            where g.resource_id = r.resource_id
          )
        end,
        r.graph_id in (select unnest(e.readable_graphs) from caller_rights(caller) e)
      )
      and r.graph_id <> system_settings_graph()
    );
end;

-- The rule by which the grants that count decide about a right.
create function rule_of_grant(no_access boolean, gives_right boolean) returns access_rule
language sql immutable
return case
  when no_access then 'no access to resource'::access_rule
  when gives_right then 'resource grant'
  else 'right not granted'
end;

-- What decides about one resource instance for a caller, by right. No row for a resource that there is none of. Seeing follows the rule of
-- visible_resource. Changing and deleting follow the resource's own grants where it has some for the caller. Elsewhere a resource
-- may be changed by whoever may write a nodegroup of its graph, and deleted by whoever may delete one, and every nodegroup that it
-- has tiles of besides. What may not be seen may be neither changed nor deleted, and anonymous callers change and delete nothing.
-- The rules, in the order in which they count: "deactivated", "administrator", "system settings"; for changing and deleting "anonymous",
-- "not visible"; of the grants "no access to resource", "resource grant", "right not granted"; else "no nodegroup of its graph",
-- "tiles that stay", "nodegroup of its graph". "guest" where nothing but what Guest may see lets it be seen. What is nothing but proposals of others is "not visible" to who is no reviewer.
-- In PL/pgSQL, which keeps the plans for the session, and asks no more than what decides.
create or replace function resource_rule(caller integer, wanted_resource uuid)
returns table (view_rule access_rule, change_rule access_rule, delete_rule access_rule)
language plpgsql stable rows 1
as $$
declare
  rights record;
  granted record;
  graph_of_resource uuid;
  proposers integer[];
  by_nodegroup record;
begin
  select r.graph_id, r.proposed_by
  into graph_of_resource, proposers
  from resource r
  where r.resource_id = wanted_resource;
  if not found then
    return;
  end if;
  select
    c.account_id,
    c.is_administrator,
    is_there(proposers, c.is_reviewer, c.account_id) is true as is_there,
    c.account_group_ids,
    c.has_resource_grants,
    graph_of_resource = any (c.own_graphs) as reads_graph,
    graph_of_resource = any (c.guest_graphs) as guest_reads_graph,
    c.guest_group_ids
  into rights
  from caller_rights(caller) c;
  view_rule = case
    when rights.is_administrator then 'administrator'::access_rule
    when rights.is_administrator is null then rule_of_caller(caller)
  end;
  if view_rule is null and graph_of_resource = system_settings_graph() then
    view_rule = 'system settings';
  end if;
  if view_rule is null and not rights.is_there then
    view_rule = 'not visible';
  end if;
  if view_rule is not null then
    change_rule = view_rule;
    delete_rule = view_rule;
    return next;
    return;
  end if;
  select g.*
  into granted
  from counting_resource_grant(rights.account_id, rights.account_group_ids, rights.guest_group_ids) g
  where g.resource_id = wanted_resource
    and rights.has_resource_grants;
  if granted.no_access is not null then
    view_rule = rule_of_grant(granted.no_access, granted.can_view);
    change_rule = rule_of_grant(granted.no_access, granted.can_change);
    delete_rule = rule_of_grant(granted.no_access, granted.can_delete);
  elsif rights.reads_graph then
    view_rule = 'nodegroup of its graph';
  else
    view_rule = 'no nodegroup of its graph';
  end if;
  if not rule_allows(view_rule)
    and granted.is_closed is not true
    and coalesce(granted.guest_can_view, rights.guest_reads_graph) then
    view_rule = 'guest';
  end if;
  if caller is null then
    change_rule = 'anonymous';
    delete_rule = change_rule;
  elsif not rule_allows(view_rule) then
    change_rule = 'not visible';
    delete_rule = change_rule;
  elsif change_rule is null then
    select
      bool_or(p.can_write) as can_write,
      bool_or(p.can_delete) as can_delete
    into by_nodegroup
    from nodegroup_permission(caller) p
    where p.graph_id = graph_of_resource;
    change_rule = case
      when by_nodegroup.can_write then 'nodegroup of its graph'::access_rule
      else 'no nodegroup of its graph'
    end;
    delete_rule = case
      when by_nodegroup.can_delete is not true then 'no nodegroup of its graph'::access_rule
      when exists (
        select
        from tile t
        where t.resource_id = wanted_resource
          and not t.is_proposed
          and not exists (
            select
            from nodegroup_permission(caller) d
            where d.nodegroup_id = t.nodegroup_id
              and d.can_delete
          )
      ) then 'tiles that stay'
      else 'nodegroup of its graph'
    end;
  end if;
  return next;
end
$$;

-- Questions with one answer. They are written in PL/pgSQL: a function of SQL that is not put into the statement around it is planned at every call.

create or replace function is_administrator(caller integer) returns boolean
language plpgsql stable
as $$
begin
  return coalesce((select c.is_administrator from caller_rights(caller) c), false);
end
$$;

create or replace function rule_of_caller(caller integer) returns access_rule
language plpgsql stable
as $$
begin
  return case
    when exists (select from account a where a.account_id = caller and not a.is_active) then 'deactivated'::access_rule
    when is_administrator(caller) then 'administrator'
  end;
end
$$;

create or replace function may_read_anything(caller integer) returns boolean
language plpgsql stable
as $$
begin
  return is_administrator(caller)
    or exists (select from readable_graph(caller))
    or exists (
      select
      from granted_resource(caller) d
      join resource r on r.resource_id = d.resource_id
      where d.can_view
        and r.graph_id <> system_settings_graph()
    );
end
$$;

-- What it was worked out by before.
drop function resource_decision(integer);
drop function counting_resource_grant(integer);

create or replace function may_read_thesaurus(caller integer) returns boolean
language plpgsql stable
as $$
begin
  return coalesce((select c.is_administrator or c.reads_by_default from caller_rights(caller) c), false);
end
$$;

create or replace function is_reviewer(caller integer) returns boolean
language plpgsql stable
as $$
begin
  return coalesce(
    (select c.is_reviewer from caller_rights(caller) c),
    false
  );
end
$$;

create or replace function readable_provisional_edits(edits jsonb, caller integer) returns jsonb
language plpgsql stable
as $$
begin
  if edits is null then
    return null;
  end if;
  return case
    when is_reviewer(caller) then edits
    when edits -> caller::text is not null
      and exists (select from account a where a.account_id = caller and a.is_active)
      then jsonb_build_object(caller::text, edits -> caller::text)
  end;
end
$$;

-- The version of a resource instance that a caller is told: every change counts but those of proposals that the caller may not see. Each
-- of the numbers that a caller can be told grows only, so that none of them ever stands for two states.
create function visible_version(version bigint, proposal_changes jsonb, caller integer) returns bigint
language plpgsql stable
as $$
begin
  if proposal_changes is null or is_reviewer(caller) then
    return version;
  end if;
  return version - (
    select coalesce(sum((c.value ->> 'count')::bigint), 0)
    from jsonb_each(proposal_changes) c
    where c.key is distinct from caller::text
  );
end
$$;

-- When a resource instance was changed last, as far as a caller is told.
create function visible_change(changed_at timestamptz, proposal_changes jsonb, caller integer) returns timestamptz
language plpgsql stable
as $$
begin
  if proposal_changes is null then
    return changed_at;
  end if;
  return greatest(
    changed_at,
    (
      select max((c.value ->> 'at')::timestamptz)
      from jsonb_each(proposal_changes) c
      where c.key = caller::text
        or is_reviewer(caller)
    )
  );
end
$$;
