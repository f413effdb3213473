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

-- Taking away what no longer counts.
create index sign_in_attempt_end on sign_in_attempt (window_ends_at);
