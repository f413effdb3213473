-- The changes of accounts, groups, grants and applications, on pages and by the command line. Earlier changes are not known.
create table access_change (
  access_change_id bigint generated always as identity primary key,
  changed_at timestamptz not null default clock_timestamp(),
  -- The account that was signed in on a page; null for an operator.
  author_account_id integer,
  -- The username of that account, or the operator: the user of the operating system, and in AWS the principal.
  author text not null,
  event text not null,
  -- The id of the account, group, nodegroup, resource instance or application; null for an import.
  target_id text,
  -- Its name then.
  target text not null,
  -- Properties of the target, without secrets and their hashes; null if it was new, or was deleted.
  before jsonb,
  after jsonb
);
