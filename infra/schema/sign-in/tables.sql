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

-- Users see only their own applications.
create index oauth_application_owner on oauth_application (owner_account_id);

create table browser_session (
  session_hash text primary key,
  account_id integer not null references account on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);

create index browser_session_account on browser_session (account_id);

create index browser_session_expiry on browser_session (expires_at);

-- The tokens of one sign-in: its access tokens and its chain of refresh tokens. An access token names its family and is valid as long as
-- the family is, so revoking the family, deactivating the account or deleting the application takes effect at once. Families without an
-- application are those of the deprecated /auth/get_token, and those that a browser gets for the page of operations, which end with its
-- session.
create table token_family (
  token_family_id uuid primary key default gen_random_uuid(),
  account_id integer not null references account on delete cascade,
  application_id uuid references oauth_application on delete cascade,
  scope text[] not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  session_hash text references browser_session on delete cascade
);

-- For revoking all families of an account, deleting an application, and deleting expired families.
create index token_family_account on token_family (account_id);

create index token_family_application on token_family (application_id);

create index token_family_expiry on token_family (expires_at);

-- For ending the tokens of a session with it. Few families have one.
create index token_family_session on token_family (session_hash) where session_hash is not null;

-- A used refresh token has a successor and is kept to detect reuse (RFC 9700, section 4.14).
create table refresh_token (
  token_hash text primary key,
  token_family_id uuid not null references token_family on delete cascade,
  successor_hash text,
  created_at timestamptz not null default clock_timestamp()
);

create index refresh_token_family on refresh_token (token_family_id);

-- The public keys that verify access tokens. A token whose key is missing is invalid. retired_at: when a rotation found that the key no
-- longer signs tokens; null for the current and the next key.
create table signing_key (
  key_id text primary key,
  public_key jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  retired_at timestamptz
);

-- Failed and pending sign-ins within a time window, by name and address; an empty name_key counts all names of an address. succeeded_at:
-- the last success of this name from this address, which makes the address familiar.
create table sign_in_attempt (
  name_key text not null,
  address_key text not null,
  failures integer not null default 0,
  under_way integer not null default 0,
  window_ends_at timestamptz not null,
  succeeded_at timestamptz,
  primary key (name_key, address_key)
);

-- For deleting expired rows.
create index sign_in_attempt_end on sign_in_attempt (window_ends_at);
