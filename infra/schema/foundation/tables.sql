-- The installed functions, views and triggers, named as in `drop`. Only the owner may write to this table, because the owner executes drop
-- statements with these names.
create table schema_definition (
  name text collate "C" primary key,
  checksum text not null,
  -- The first version of the schema without the object. Only the version after it drops the object, because code of the version before can
  -- still be running and call it.
  gone_since text
);

revoke all on schema_definition from heritage_service;

-- Stored results that are being rebuilt because a function has changed (infra/schema/stored-results.ts).
create table stale_result (
  name text collate "C" primary key,
  -- The last rebuilt key; null before the first batch.
  done_to uuid
);

revoke all on stale_result from heritage_service;
