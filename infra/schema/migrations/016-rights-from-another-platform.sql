-- What an import from another platform has written, so that the next one may change it.
alter table nodegroup_grant add column is_imported boolean not null default false;

alter table resource_grant add column is_imported boolean not null default false;

alter table group_member add column is_imported boolean not null default false;

alter table account_group add column imported_defaults text;
