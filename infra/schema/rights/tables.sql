-- Who may do what (docs/accounts-and-permissions.md). A caller is an account id; null is the anonymous caller, a member of Guest.
-- The functions that decide also say by which rule, and "hds explain-access" tells it.

-- The rules that decide: first those that give a right, then those that do not. Where principals differ, the first one counts.
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
  'tiles that stay'
);

-- What each caller may do with nodegroups, worked out when it changes and not when it is asked (docs/adr/006-permissions.md).

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

alter table account add constraint account_rights_id_fkey foreign key (rights_id) references rights;

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
