-- The functions, views and triggers that are installed, each by the words that would drop it. What stands here is run by the owner, so nobody else
-- writes it.
create table schema_definition (
  name text collate "C" primary key,
  checksum text not null,
  -- The version of the schema that was the first without it. The next one drops it: code of the version before may still call it.
  gone_since text
);

revoke all on schema_definition from heritage_service;

-- What is being made anew because a function has changed of which it is the result (infra/schema/stored-results.ts).
create table stale_result (
  name text collate "C" primary key,
  -- The key up to which it is made anew; null before the first batch.
  done_to uuid
);

revoke all on stale_result from heritage_service;
