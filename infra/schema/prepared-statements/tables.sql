-- The prepared statements of the last two runs of "hds migrate".
create table kept_statement (
  name text primary key,
  is_current boolean not null
);
