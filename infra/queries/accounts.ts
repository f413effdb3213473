import type { PasswordHash } from '../../lib/identity/passwords/phc.ts';
import type { PartsQuery } from '../../lib/data-api/chunks.ts';
import { boolean, int, sql, text, textArray, type Statement } from '../../lib/data-api/sql.ts';

/** An account that is to be made. */
export type NewAccount = {
  readonly username: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly isAdministrator: boolean;
  /** null for an account that cannot sign in with a password. */
  readonly passwordHash: PasswordHash | null;
  /** Names of groups; unknown ones are passed over. */
  readonly groups: readonly string[];
};

/**
 * What stands in the way of a new account.
 * @returns one row: whether the username is taken, the username that has the e-mail address, or null
 */
export function findAccountConflicts(username: string, email: string): Statement {
  return sql`select
  exists (select from account a where a.username = ${text(username)}),
  (
    select min(a.username)
    from account a
    where lower(a.email) = lower(${text(email)})
      and a.email <> ''
  )`;
}

/** Makes an account, as a member of its groups. @returns one row of its id; none where the username is taken */
export function createAccount(account: NewAccount): Statement {
  return sql`with created as (
  insert into account (username, email, first_name, last_name, is_administrator, password_hash)
  values (
    ${text(account.username)},
    ${text(account.email)},
    ${text(account.firstName)},
    ${text(account.lastName)},
    ${boolean(account.isAdministrator)},
    ${text(account.passwordHash)}
  )
  on conflict (username) do nothing
  returning account_id
),
joined as (
  insert into group_member (account_id, account_group_id)
  select c.account_id, g.account_group_id
  from created c
  join account_group g on g.name = any (${textArray(account.groups)})
)
select c.account_id
from created c`;
}

/** An account. @returns one row: its id, whether it is that of an application; or none */
export function findAccount(username: string): Statement {
  return sql`select a.account_id, a.is_application
from account a
where a.username = ${text(username)}`;
}

/** Names of accounts, to choose from; those of applications are not for choosing. @returns at most `limit` rows of one username */
export function accountNames(limit: number): Statement {
  return sql`select a.username
from account a
where not a.is_application
order by a.username collate "C"
limit ${int(limit)}`;
}

// Both take the accounts from a table expression `changed`.
const ending = sql`ended_token as (
  update token_family f
  set revoked_at = clock_timestamp()
  from changed c
  where f.account_id = c.account_id
    and f.revoked_at is null
    and f.expires_at > clock_timestamp()
  returning f.token_family_id
),
ended_session as (
  delete from browser_session s
  using changed c
  where s.account_id = c.account_id
  returning s.session_hash
)`;

/**
 * Gives an account a new password, ends all that it is signed in to, and forgets the sign-ins that failed before: whoever was
 * locked out of an address is let in again. That of an application has none.
 * @returns one row: sign-ins with tokens and browser sessions that ended; or none
 */
export function changePassword(username: string, passwordHash: PasswordHash): Statement {
  return sql`with changed as (
  update account
  set
    password_hash = ${text(passwordHash)},
    tokens_valid_from = clock_timestamp()
  where username = ${text(username)}
    and not is_application
  returning account_id, username, email
),
forgiven as (
  delete from sign_in_attempt t
  using changed c
  where t.name_key in (sign_in_name_key(c.username), sign_in_name_key(c.email))
    and t.name_key <> sign_in_name_key('')
),
${ending}
select (select count(*) from ended_token), (select count(*) from ended_session)
from changed c`;
}

/**
 * Deactivates an account, and ends all that it is signed in to.
 * @returns one row: sign-ins with tokens and browser sessions that ended; or none
 */
export function deactivateAccount(username: string): Statement {
  return sql`with changed as (
  update account
  set
    is_active = false,
    tokens_valid_from = clock_timestamp()
  where username = ${text(username)}
  returning account_id
),
${ending}
select (select count(*) from ended_token), (select count(*) from ended_session)
from changed c`;
}

/** Lets an account sign in again. @returns one row: whether it has a password or is that of an application; or none */
export function activateAccount(username: string): Statement {
  return sql`update account
set is_active = true
where username = ${text(username)}
returning password_hash is not null or is_application`;
}

/** All accounts by username. @returns parts: JSON texts for `listedAccount` of the command line */
export function listAccounts(): PartsQuery {
  return {
    parts: sql`select
    row_number() over (order by a.username collate "C") as position,
    jsonb_build_object(
      'id', a.account_id,
      'username', a.username,
      'email', a.email,
      'groups', (
        select coalesce(jsonb_agg(g.name order by g.name collate "C"), '[]')
        from group_member m
        join account_group g on g.account_group_id = m.account_group_id
        where m.account_id = a.account_id
      ),
      'isActive', a.is_active,
      'isAdministrator', a.is_administrator,
      'hasPassword', a.password_hash is not null,
      'isApplication', a.is_application,
      'lastSignIn', to_char(a.last_sign_in_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
    )::text as part
  from account a`,
    version: sql`select md5(concat(
    (select string_agg(a::text, ',' order by a.account_id) from account a),
    (select string_agg(m::text, ',' order by m.account_id, m.account_group_id) from group_member m),
    (select string_agg(g::text, ',' order by g.account_group_id) from account_group g)
  ))`,
  };
}

/**
 * What an account may do where no grant says otherwise.
 * @returns one row: whether it may do everything, its groups as a JSON list of names, read, write, delete, read history; or none
 */
export function accountDefaults(username: string): Statement {
  return sql`select
  is_administrator(a.account_id),
  coalesce(jsonb_agg(g.name order by g.name collate "C") filter (where g.name is not null), '[]')::text,
  coalesce(bool_or(g.can_read), false),
  coalesce(bool_or(g.can_write), false),
  coalesce(bool_or(g.can_delete), false),
  coalesce(bool_or(g.can_read_history), false)
from account a
left join group_member m on m.account_id = a.account_id
left join account_group g on g.account_group_id = m.account_group_id
where a.username = ${text(username)}
group by a.account_id`;
}
