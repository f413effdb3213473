-- Hashes a name for sign_in_attempt. Names are stored only as hashes, because users sometimes type a password instead.
create function sign_in_name_key(name text) returns text
language sql immutable
begin atomic
  select encode(sha256(convert_to(lower(name), 'UTF8')), 'hex');
end;

-- Whether a token family is valid: not revoked or expired, its account is active, and no later change of the account or application
-- invalidates it. The function is in PL/pgSQL, which caches the plan, because every request calls it.
-- @rule Sign-in and tokens: What ends a token family, with all its tokens?
create function is_token_family_valid(token_family uuid) returns boolean
language plpgsql stable
as $$
begin
  return exists (
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
end
$$;

-- Whether a token with a valid signature is still valid; raises HD401 otherwise. In PL/pgSQL, which caches the plan.
-- @rule Sign-in and tokens: When is an access token valid?
create function check_token(token_family uuid, caller integer, signed_by text) returns boolean
language plpgsql stable
as $$
begin
  perform 1
  from token_family f
  where f.token_family_id = token_family
    and f.account_id = caller
    and is_token_family_valid(token_family)
    and exists (select from signing_key k where k.key_id = signed_by);
  if not found then
    raise exception 'The token is revoked.' using errcode = 'HD401';
  end if;
  return true;
end
$$;

-- Finds the active account of an unexpired session of a browser, or null. It runs with the rights of its owner, so that pages can be shown
-- by a role that cannot read the hashes of sessions.
create function account_of_session(session_hash text) returns integer
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp
as $$
begin
  return (
    select a.account_id
    from browser_session s
    join account a on a.account_id = s.account_id
    where s.session_hash = account_of_session.session_hash
      and s.expires_at > now()
      and s.created_at >= a.tokens_valid_from
      and a.is_active
  );
end
$$;

-- Whether the token or the session of a caller is valid; raises HD401 otherwise. Every statement for a caller with an account includes
-- this check, so that no operation can omit it. A request has either a token or a session, never both.
create function check_credential(caller integer, token_family uuid, signed_by text, session_hash text) returns boolean
language plpgsql stable
as $$
begin
  if session_hash is null then
    return check_token(token_family, caller, signed_by);
  end if;
  if account_of_session(session_hash) is distinct from caller then
    raise exception 'The session has ended.' using errcode = 'HD401';
  end if;
  return true;
end
$$;

-- Whether a caller may open the pages under /o/applications/ (specification, Authentication 3).
-- @rule Permissions: Who may write spatial views?
create function may_administer_applications(caller integer) returns boolean
language plpgsql stable
as $$
begin
  return is_administrator_or_in(caller, array['Application Administrator', 'Application Admin']);
end
$$;
