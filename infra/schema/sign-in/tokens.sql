-- What is kept of a name that was typed, whether anybody has it or not: it may be a password.
create function sign_in_name_key(name text) returns text
language sql immutable
begin atomic
  select encode(sha256(convert_to(lower(name), 'UTF8')), 'hex');
end;

-- Whether what came out of a sign-in is still good: it was not revoked, its account is active, and neither the account nor the
-- application changed in a way that ends what was given before. In PL/pgSQL, as all that every request asks.
create function token_family_holds(token_family uuid) returns boolean
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
language plpgsql stable
as $$
begin
  return is_administrator_or_in(caller, array['Application Administrator', 'Application Admin']);
end
$$;
