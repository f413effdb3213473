-- Tokens that a browser gets for the page of operations, which end with its session.
alter table token_family add column session_hash text references browser_session on delete cascade;

create index token_family_session on token_family (session_hash) where session_hash is not null;
