-- Whether a caller may fetch the files of a job: the accounts and groups that the job names may, or administrators if it names none. Every
-- active account may also fetch the files that Guest may fetch. In PL/pgSQL, which caches plans for the session.
-- @rule Permissions: Who may fetch an export?
create function may_fetch_export(caller integer, job integer) returns boolean
language plpgsql stable
as $$
begin
  if not exists (select from export_reader r where r.export_job_id = job) then
    return is_administrator(caller);
  end if;
  return exists (
    select
    from export_reader r
    where r.export_job_id = job
      and (
        exists (select from account a where a.account_id = r.account_id and a.account_id = caller and a.is_active)
        or r.account_group_id in (select unnest(p.account_group_ids || p.guest_group_ids) from principals_of(caller) p)
      )
  );
end
$$;

-- Raises an error if an account was deactivated or deleted, to abort its read.
create function check_account_active(caller integer) returns boolean
language plpgsql stable
as $$
begin
  if not exists (select from account a where a.account_id = caller and a.is_active) then
    raise exception 'The account is not active.' using errcode = 'HD403';
  end if;
  return true;
end
$$;
