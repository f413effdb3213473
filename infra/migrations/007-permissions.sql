-- Applied before as 78f98de82be2c345098561879862fab186ea20a822f947c7ada8341c9150a603: its comments have changed since.
-- Who may do what (docs/accounts-and-permissions.md). A caller is an account id; null is the anonymous caller, a member of Guest.

create table nodegroup_grant (
  nodegroup_id uuid not null references nodegroup on delete cascade,
  account_id integer references account on delete cascade,
  account_group_id integer references account_group on delete cascade,
  can_read boolean not null default false,
  can_write boolean not null default false,
  can_delete boolean not null default false,
  no_access boolean not null default false,
  check (num_nonnulls(account_id, account_group_id) = 1)
);

create unique index nodegroup_grant_account on nodegroup_grant (account_id, nodegroup_id) where account_id is not null;
create unique index nodegroup_grant_group on nodegroup_grant (account_group_id, nodegroup_id) where account_group_id is not null;

create table resource_grant (
  resource_id uuid not null references resource on delete cascade,
  account_id integer references account on delete cascade,
  account_group_id integer references account_group on delete cascade,
  can_view boolean not null default false,
  can_change boolean not null default false,
  can_delete boolean not null default false,
  no_access boolean not null default false,
  check (num_nonnulls(account_id, account_group_id) = 1)
);

create unique index resource_grant_account on resource_grant (account_id, resource_id) where account_id is not null;
create unique index resource_grant_group on resource_grant (account_group_id, resource_id) where account_group_id is not null;

-- The groups that a caller belongs to; a deactivated account belongs to none.
create function caller_group(caller integer)
returns table (account_group_id integer, can_read boolean, can_write boolean, can_delete boolean, is_administrator boolean)
language sql stable
begin atomic
  select g.account_group_id, g.can_read, g.can_write, g.can_delete, g.is_administrator
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

create function is_administrator(caller integer) returns boolean
language sql stable
begin atomic
  select
    exists (select from account a where a.account_id = caller and a.is_active and a.is_administrator)
    or exists (select from caller_group(caller) g where g.is_administrator and caller is not null);
end;

-- What a caller may do with each nodegroup. Each principal (the account, each of its groups) counts with its explicit grant,
-- where it has one, else with its default; no_access of any principal wins and reaches the nodegroups below.
-- Only nodegroups with a grant that touches the caller are worked out one by one; all others follow the default.
-- Administrators may do everything; only they may do anything with the system settings.
-- In PL/pgSQL, which keeps the plan for the session: as SQL it was planned anew wherever a statement uses it, which took
-- longer than running it.
create function nodegroup_permission(caller integer)
returns table (nodegroup_id uuid, graph_id uuid, can_read boolean, can_write boolean, can_delete boolean)
language plpgsql stable rows 1000
as $$
#variable_conflict use_column
begin
  return query
    with recursive principal as (
      select g.account_group_id, null::integer as account_id, g.can_read, g.can_write, g.can_delete
      from caller_group(caller) g
      union all
      select null, a.account_id, false, false, false
      from account a
      where a.account_id = caller
        and a.is_active
    ),
    administrator as materialized (
      select is_administrator(caller) as is_administrator
    ),
    by_default as (
      select
        coalesce(bool_or(p.can_read), false) as can_read,
        coalesce(bool_or(p.can_write), false) as can_write,
        coalesce(bool_or(p.can_delete), false) as can_delete
      from principal p
    ),
    touching_grant as (
      select g.*
      from nodegroup_grant g
      join principal p on p.account_group_id = g.account_group_id or p.account_id = g.account_id
    ),
    by_grant as (
      select
        n.nodegroup_id,
        bool_or(coalesce(g.can_read, p.can_read)) as can_read,
        bool_or(coalesce(g.can_write, p.can_write)) as can_write,
        bool_or(coalesce(g.can_delete, p.can_delete)) as can_delete,
        coalesce(bool_or(g.no_access), false) as no_access
      from (select distinct t.nodegroup_id from touching_grant t) n
      cross join principal p
      left join touching_grant g
        on g.nodegroup_id = n.nodegroup_id
        and (g.account_group_id = p.account_group_id or g.account_id = p.account_id)
      group by n.nodegroup_id
    ),
    closed as (
      select b.nodegroup_id
      from by_grant b
      where b.no_access
      union
      select child.nodegroup_id
      from closed above
      join nodegroup child on child.parent_nodegroup_id = above.nodegroup_id
    )
    select
      n.nodegroup_id,
      n.graph_id,
      a.is_administrator or (r.is_open and coalesce(b.can_read, d.can_read)),
      a.is_administrator or (r.is_open and coalesce(b.can_write, d.can_write)),
      a.is_administrator or (r.is_open and coalesce(b.can_delete, d.can_delete))
    from nodegroup n
    join graph g on g.graph_id = n.graph_id
    cross join administrator a
    cross join by_default d
    left join by_grant b on b.nodegroup_id = n.nodegroup_id
    left join closed c on c.nodegroup_id = n.nodegroup_id
    cross join lateral (select c.nodegroup_id is null and not g.is_system_settings as is_open) r;
end
$$;

create function readable_nodegroup(caller integer)
returns table (nodegroup_id uuid, graph_id uuid)
language sql stable
begin atomic
  select p.nodegroup_id, p.graph_id
  from nodegroup_permission(caller) p
  where p.can_read;
end;

-- Resources that have grants of their own for the caller, and what these say: the account's own grant before those of
-- its groups, no_access before view; a grant that does not name the right denies it. In PL/pgSQL as above.
create function resource_decision(caller integer)
returns table (resource_id uuid, can_view boolean, can_change boolean, can_delete boolean)
language plpgsql stable rows 100
as $$
#variable_conflict use_column
begin
  return query
    with by_account as (
      select g.resource_id, g.can_view, g.can_change, g.can_delete, g.no_access
      from resource_grant g
      join account a on a.account_id = g.account_id
      where g.account_id = caller
        and a.is_active
    ),
    by_group as (
      select
        g.resource_id,
        bool_or(g.can_view) as can_view,
        bool_or(g.can_change) as can_change,
        bool_or(g.can_delete) as can_delete,
        bool_or(g.no_access) as no_access
      from resource_grant g
      join caller_group(caller) c on c.account_group_id = g.account_group_id
      where not exists (select from by_account a where a.resource_id = g.resource_id)
      group by g.resource_id
    )
    select
      d.resource_id,
      d.can_view and not d.no_access,
      d.can_change and not d.no_access,
      d.can_delete and not d.no_access
    from (select * from by_account union all select * from by_group) d;
end
$$;

-- The resources that a caller may see: by their own grants, else because a nodegroup of their graph is readable.
-- Administrators see everything; only they see the system settings.
-- Written with "in" rather than joins, so that each list is hashed once and ids are probed as the index gives them,
-- and with "(select …)" around what is the same for every row, so that it is worked out once.
create function visible_resource(caller integer)
returns table (resource_id uuid, graph_id uuid)
language sql stable
begin atomic
  select r.resource_id, r.graph_id
  from resource r
  where (select is_administrator(caller))
    or (
      (
        r.resource_id in (select d.resource_id from resource_decision(caller) d where d.can_view)
        or (
          r.graph_id in (select n.graph_id from readable_nodegroup(caller) n)
          and r.resource_id not in (select d.resource_id from resource_decision(caller) d)
        )
      )
      and r.graph_id not in (select g.graph_id from graph g where g.is_system_settings)
    );
end;

-- Provisional edits are for their author and for reviewers only.
create function readable_provisional_edits(edits jsonb, caller integer) returns jsonb
language sql stable
begin atomic
  select case
    when edits is null then null
    when is_administrator(caller)
      or exists (
        select
        from caller_group(caller) c
        join account_group g on g.account_group_id = c.account_group_id
        where g.name = 'Resource Reviewer'
      )
      then edits
    when edits -> caller::text is not null
      and exists (select from account a where a.account_id = caller and a.is_active)
      then jsonb_build_object(caller::text, edits -> caller::text)
  end;
end;

-- The resources whose names are part of the texts of a resource.
create function described_resources(descriptors jsonb) returns uuid[]
language sql immutable
begin atomic
  select array_agg(needed.value::uuid)
  from jsonb_each(descriptors) l
  cross join lateral jsonb_each(l.value) d
  cross join lateral jsonb_array_elements_text(d.value -> 'resources') needed;
end;

-- The texts of a resource that a caller may see: those of which every nodegroup and every resource that they were built
-- from is the caller's to read. {"en-US": {"name": {"value": …, "nodegroups": […], "resources": […]}}} becomes {"en-US": {"name": …}}.
-- readable holds the nodegroups that the caller may read, visible those described resources that the caller may see:
-- a statement works them out once for all its resources.
create function readable_descriptors(descriptors jsonb, readable uuid[], visible uuid[]) returns jsonb
language sql immutable
begin atomic
  select coalesce(jsonb_object_agg(of_language.language_id, of_language.texts), '{}')
  from (
    select l.key as language_id, jsonb_object_agg(d.key, d.value -> 'value') as texts
    from jsonb_each(descriptors) l
    cross join lateral jsonb_each(l.value) d
    where not exists (
        select
        from jsonb_array_elements_text(d.value -> 'nodegroups') needed
        where needed.value::uuid <> all (coalesce(readable, '{}'))
      )
      and not exists (
        select
        from jsonb_array_elements_text(d.value -> 'resources') needed
        where needed.value::uuid <> all (coalesce(visible, '{}'))
      )
    group by l.key
  ) of_language;
end;

-- Whether there is anything at all that a caller may read: an anonymous caller who may not is asked for a token.
create function may_read_anything(caller integer) returns boolean
language sql stable
begin atomic
  select
    is_administrator(caller)
    or exists (select from readable_nodegroup(caller))
    or exists (
      select
      from resource_decision(caller) d
      join resource r on r.resource_id = d.resource_id
      join graph g on g.graph_id = r.graph_id
      where d.can_view
        and not g.is_system_settings
    );
end;

-- The thesaurus is readable by whoever may read by default: through one of the caller's groups, or as an administrator.
create function may_read_thesaurus(caller integer) returns boolean
language sql stable
begin atomic
  select
    is_administrator(caller)
    or exists (select from caller_group(caller) g where g.can_read);
end;
