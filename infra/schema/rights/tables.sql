-- Permissions (docs/accounts-and-permissions.md). A caller is an account id; null is the anonymous caller, a member of Guest. Some
-- functions return the rule that decides, for "hds explain-access".

-- First the rules that give a right, then those that do not. If principals have different rules, the first in this order applies.
create type access_rule as enum (
  'administrator',
  'grant',
  'default',
  'resource grant',
  'guest',
  'nodegroup of its graph',
  'deactivated',
  'system settings',
  'no access',
  'closed',
  'anonymous',
  'not visible',
  'no access to resource',
  'right not granted',
  'no nodegroup of its graph',
  'tiles that stay',
  'life-cycle state'
);

-- Rights on nodegroups are compiled when permissions change, not when they are read (docs/adr/006-permissions.md).

-- One row per distinct set of principals: groups, and the account itself if it has its own nodegroup grants. The rows do not
-- include whether an account is active or an administrator, the system settings, and grants of resource instances. These are checked when
-- reading.
create table rights (
  rights_id integer generated always as identity primary key,
  -- In ascending order.
  account_group_ids integer[] not null,
  account_id integer references account on delete cascade,
  -- Whether to add the rights of Guest to read: true for accounts, false for the anonymous caller, whose rights are those of Guest.
  reads_as_guest boolean not null default false,
  reads_by_default boolean not null default false,
  writes_by_default boolean not null default false,
  deletes_by_default boolean not null default false,
  -- The nodegroups that differ from the default.
  read_exceptions uuid[] not null default '{}',
  write_exceptions uuid[] not null default '{}',
  delete_exceptions uuid[] not null default '{}',
  -- The graphs with a readable nodegroup.
  readable_graphs uuid[] not null default '{}',
  -- The graphs with a nodegroup that is readable by the principals' own rights; and the graphs with a nodegroup that Guest may read, unless
  -- the principals' grants close it.
  own_graphs uuid[] not null default '{}',
  guest_graphs uuid[] not null default '{}',
  -- Its index also serves to find the rights of the anonymous caller.
  unique nulls not distinct (account_group_ids, account_id, reads_as_guest)
);

alter table account add constraint account_rights_id_fkey foreign key (rights_id) references rights;

create table nodegroup_grant (
  nodegroup_id uuid not null references nodegroup on delete cascade,
  account_id integer references account on delete cascade,
  account_group_id integer references account_group on delete cascade,
  can_read boolean not null default false,
  can_write boolean not null default false,
  can_delete boolean not null default false,
  no_access boolean not null default false,
  -- Whether the grant was imported from another platform and not changed in this service. The next import from that platform may change it.
  is_imported boolean not null default false,
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
  -- Whether the grant was imported from another platform and not changed in this service. The next import from that platform may change it.
  is_imported boolean not null default false,
  check (num_nonnulls(account_id, account_group_id) = 1)
);

create unique index resource_grant_account on resource_grant (account_id, resource_id) where account_id is not null;

create unique index resource_grant_group on resource_grant (account_group_id, resource_id) where account_group_id is not null;

-- For the grants of a changed or deleted resource instance.
create index resource_grant_resource on resource_grant (resource_id);

-- Who may change or delete resource instances in every state of a life cycle, if the other rights permit it. Administrators may always.
create table state_exemption (
  account_id integer references account on delete cascade,
  account_group_id integer references account_group on delete cascade,
  edits_every_state boolean not null default false,
  deletes_every_state boolean not null default false,
  -- Whether the row was imported from another platform. The next import from that platform may change it.
  is_imported boolean not null default false,
  check (num_nonnulls(account_id, account_group_id) = 1),
  unique nulls not distinct (account_id, account_group_id)
);

-- As in the platform where life cycles come from.
insert into state_exemption (account_group_id, edits_every_state, is_imported)
select g.account_group_id, true, true
from account_group g
where g.name = 'Resource Reviewer';

-- For the tiles of a map, the distinct sets of grants that groups have for a resource instance, so that a caller's right is decided once
-- for all features with the same set. A row is never changed. Two transactions that add the same set both store it, because waiting for
-- each other could end in a deadlock.
create table grant_set (
  -- Computed from the groups by grant_set_of.
  grant_set_id uuid not null,
  -- The groups that may see the resource instance, those that may not, and those with other rights only.
  viewing_groups integer[] not null,
  closed_groups integer[] not null,
  other_groups integer[] not null,
  -- A short name of the set for entries of values. If two transactions stored the same set, it has two.
  grant_set_number integer generated always as identity
);

-- For reading a set, and for finding out which sets are missing.
create index grant_set_grant_set_id on grant_set (grant_set_id);

-- For the sets of grants of entries.
create index grant_set_number on grant_set (grant_set_number);
