-- Who may fetch what a job writes: the accounts and groups that it names, and where it names none, administrators. What Guest may fetch, every
-- active account may. In PL/pgSQL, which keeps its plans for the session.
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

-- Refuses to read on for an account that was deactivated, or is gone.
create function check_active(caller integer) returns boolean
language plpgsql stable
as $$
begin
  if not exists (select from account a where a.account_id = caller and a.is_active) then
    raise exception 'The account is not active.' using errcode = 'HD403';
  end if;
  return true;
end
$$;
