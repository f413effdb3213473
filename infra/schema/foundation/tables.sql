-- The functions, views and triggers that are installed, each by the words that would drop it. What stands here is run by the owner, so nobody else
-- writes it.
create table schema_definition (
  name text collate "C" primary key,
  checksum text not null,
  -- The version of the schema that was the first without it. The next one drops it: code of the version before may still call it.
  gone_since text
);

revoke all on schema_definition from heritage_service;
