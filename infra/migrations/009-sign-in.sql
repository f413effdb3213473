-- Applied before as 594d3be7c92612130d4c6cedaff34fa2721ba7a2ec9b6162f405282e5af8b16b: its comments have changed since.
-- Who can sign in, and what they get: passwords, applications, tokens, browser sessions (specification, Authentication).
-- Nothing secret is stored as it is: passwords as memory-hard hashes, what we made up ourselves as SHA-256, since nobody can guess it.

-- password_hash is a PHC string, or one as Django writes them until the next sign-in; null: nobody can sign in with a password.
-- An application that acts for itself (client credentials) has an account of its own, so that groups and grants are given to it
-- as to anybody.
-- What came out of a sign-in before tokens_valid_from is no longer good: it ends even what was signed in to at the same moment,
-- and not yet to be seen by whoever revoked the rest.
alter table account
  add column password_hash text,
  add column is_application boolean not null default false,
  add column tokens_valid_from timestamptz not null default '-infinity',
  add column last_sign_in_at timestamptz;

-- Signing in by e-mail address.
create index account_email on account (lower(email)) where email <> '';

-- For an unknown name the hash of another account is tried, so that the answer takes as long: the next one in this order.
create index account_decoy on account (md5(username)) where password_hash is not null;

create table oauth_application (
  application_id uuid primary key default gen_random_uuid(),
  client_id text not null unique,
  client_secret_hash text,
  name text not null,
  client_type text not null check (client_type in ('public', 'confidential')),
  grant_type text not null check (grant_type in ('password', 'client-credentials', 'authorization-code')),
  redirect_uris text[] not null default '{}',
  owner_account_id integer not null references account,
  service_account_id integer references account,
  tokens_valid_from timestamptz not null default '-infinity',
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  check ((client_type = 'confidential') = (client_secret_hash is not null)),
  check (grant_type <> 'client-credentials' or client_type = 'confidential'),
  check (grant_type <> 'client-credentials' or service_account_id is not null)
);

-- Each sees only applications of their own.
create index oauth_application_owner on oauth_application (owner_account_id);

-- All that came out of one sign-in: its access tokens and its chain of refresh tokens. Each access token names its family, and
-- is good as long as that is: revoking a family, deactivating its account or deleting its application takes effect at once.
-- Without an application: the deprecated /auth/get_token.
create table token_family (
  token_family_id uuid primary key default gen_random_uuid(),
  account_id integer not null references account on delete cascade,
  application_id uuid references oauth_application on delete cascade,
  scope text[] not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);

-- Revoking all of an account, deleting an application, and taking away what has expired.
create index token_family_account on token_family (account_id);
create index token_family_application on token_family (application_id);
create index token_family_expiry on token_family (expires_at);

-- A refresh token that was used has a successor. It stays, so that using it again is noticed (RFC 9700, section 4.14).
create table refresh_token (
  token_hash text primary key,
  token_family_id uuid not null references token_family on delete cascade,
  successor_hash text,
  created_at timestamptz not null default clock_timestamp()
);

create index refresh_token_family on refresh_token (token_family_id);

-- The public keys by which access tokens are checked. A token whose key is no longer here is not good. retired_at: when the key
-- was seen to sign no longer; null while it signs, or is about to.
create table signing_key (
  key_id text primary key,
  public_key jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  retired_at timestamptz
);

create table browser_session (
  session_hash text primary key,
  account_id integer not null references account on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);

create index browser_session_account on browser_session (account_id);
create index browser_session_expiry on browser_session (expires_at);

-- Sign-ins that failed, or are under way, within a window of time: under a name from one address, and with the empty name_key
-- from an address under whatever name. succeeded_at makes an address familiar to a name.
create table sign_in_attempt (
  name_key text not null,
  address_key text not null,
  failures integer not null default 0,
  under_way integer not null default 0,
  window_ends_at timestamptz not null,
  succeeded_at timestamptz,
  primary key (name_key, address_key)
);

-- What is kept of a name that was typed, whether anybody has it or not: it may be a password.
create function sign_in_name_key(name text) returns text
language sql immutable
begin atomic
  select encode(sha256(convert_to(lower(name), 'UTF8')), 'hex');
end;

-- Taking away what no longer counts.
create index sign_in_attempt_end on sign_in_attempt (window_ends_at);

-- Whether what came out of a sign-in is still good: it was not revoked, its account is active, and neither the account nor the
-- application changed in a way that ends what was given before.
create function token_family_holds(token_family uuid) returns boolean
language sql stable
begin atomic
  select exists (
    select
    from token_family f
    join account a on a.account_id = f.account_id
    left join oauth_application o on o.application_id = f.application_id
    where f.token_family_id = token_family
      and f.revoked_at is null
      and f.expires_at > now()
      and f.created_at >= a.tokens_valid_from
      and f.created_at >= coalesce(o.tokens_valid_from, '-infinity')
      and a.is_active
  );
end;

-- Whether what a good signature says still holds; raises HD401 otherwise. Every statement that reads for a token's holder is
-- held to it, so that no route can forget to ask. In PL/pgSQL, which keeps the plan.
create function check_token(token_family uuid, caller integer, signed_by text) returns boolean
language plpgsql stable
as $$
begin
  perform 1
  from token_family f
  where f.token_family_id = token_family
    and f.account_id = caller
    and token_family_holds(token_family)
    and exists (select from signing_key k where k.key_id = signed_by);
  if not found then
    raise exception 'The token is revoked.' using errcode = 'HD401';
  end if;
  return true;
end
$$;

-- Who may open the pages under /o/applications/ (specification, Authentication 3).
create function may_administer_applications(caller integer) returns boolean
language sql stable
begin atomic
  select
    is_administrator(caller)
    or exists (
      select
      from caller_group(caller) c
      join account_group g on g.account_group_id = c.account_group_id
      where g.name = 'Application Administrator'
        and caller is not null
    );
end;

-- Who may read the activity stream: administrators, and the members of groups that are given it.
create function may_read_history(caller integer) returns boolean
language sql stable
begin atomic
  select
    is_administrator(caller)
    or exists (
      select
      from caller_group(caller) c
      join account_group g on g.account_group_id = c.account_group_id
      where g.can_read_history
    );
end;

-- What the names of the groups promise. It gives nothing to anybody until an operator puts an account into a group; Guest, in
-- which callers without a token are, stays closed.
update account_group
set
  can_read = true,
  can_write = name in ('Resource Editor', 'Resource Reviewer', 'Crowdsource Editor'),
  can_delete = name in ('Resource Editor', 'Resource Reviewer'),
  can_read_history = name in ('Resource Editor', 'Resource Reviewer')
where name in (
  'Resource Editor', 'Resource Reviewer', 'Resource Exporter', 'Graph Editor', 'RDM Administrator', 'Crowdsource Editor'
);
