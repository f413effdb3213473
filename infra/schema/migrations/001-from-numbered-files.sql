-- Brings a database that was made by the 35 numbered files of before (former-migrations.ts) to the schema by subject. Its tables are the same;
-- functions, views and triggers are replaced with the rest of the run.
delete from migration;

create table schema_definition (
  name text collate "C" primary key,
  checksum text not null,
  gone_since text
);

revoke all on schema_definition from heritage_service;

create table stale_result (
  name text collate "C" primary key,
  done_to uuid
);

revoke all on stale_result from heritage_service;

-- Their order was that of their names.
drop trigger aaa_spatial_views on tile;
drop trigger aaa_spatial_views on resource;
drop trigger aaa_spatial_views on resource_grant;
drop trigger aaa_spatial_views on concept_value;
drop trigger aaa_spatial_views on node;
drop trigger aaa_spatial_views on rights;
drop trigger aaa_spatial_views on account_group;
drop trigger aaa_spatial_views on setting;
drop trigger group_locks_rights on account_group;
