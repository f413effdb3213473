import * as z from 'zod';

import {
  manyRows,
  oneRow,
  optionalRow,
  type DocumentQuery,
  type RowsQuery,
} from '../../../../lib/data-api/query.ts';
import {
  changeQuery,
  type ChangeQuery,
} from '../../../../lib/queries/access-changes/change-query.ts';
import type { PasswordHash } from '../../../../lib/identity/passwords/argon2.ts';
import {
  boolean,
  int,
  sql,
  text,
  textArray,
  type Statement,
} from '../../../../lib/data-api/sql.ts';
import {
  endedSessionsExpression,
  endedSessionsSchema,
  endedSessionsTables,
  type EndedSessions,
} from './ended-sessions.ts';
import { groupNamesExpression } from './groups.ts';

export type NewAccount = {
  readonly username: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly isAdministrator: boolean;
  /** null if the account cannot sign in with a password. */
  readonly passwordHash: PasswordHash | null;
  /** Names of groups; unknown names are ignored. */
  readonly groups: readonly string[];
};

const accountConflictsSchema = z.object({
  isUsernameTaken: z.boolean(),
  /** The username of the account that has the e-mail address. */
  emailOwner: z.string().nullable(),
});

/** Finds out whether the username or the e-mail address of a new account is already used. */
export function findAccountConflicts(
  username: string,
  email: string,
): RowsQuery<z.infer<typeof accountConflictsSchema>> {
  return oneRow(
    sql`select jsonb_build_object(
  'isUsernameTaken', exists (select from account a where a.username = ${text(username)}),
  'emailOwner', (
    select min(a.username)
    from account a
    where lower(a.email) = lower(${text(email)})
      and a.email <> ''
  )
)::text`,
    accountConflictsSchema,
  );
}

/**
 * Inserts an account with its group memberships.
 * @returns its id; undefined if the username is taken
 */
export function insertAccount(account: NewAccount): ChangeQuery<number | undefined> {
  return changeQuery(
    'account-created',
    {
      tables: sql`created as (
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
  returning *
),
membership as (
  insert into group_member (account_id, account_group_id)
  select c.account_id, g.account_group_id
  from created c
  join account_group g on g.name = any (${textArray(account.groups)})
)`,
      changes: sql`select
      c.account_id::text as target_id,
      c.username as target,
      null::jsonb as before,
      jsonb_build_object(
        'is_administrator', c.is_administrator,
        'password', case when c.password_hash is not null then 'set' end,
        'groups', to_jsonb(${textArray(account.groups)})
      ) as after
    from created c`,
      result: sql`select c.account_id::text
from created c`,
    },
    (statement) => optionalRow(statement, z.number()),
  );
}

const accountSchema = z.object({
  accountId: z.number(),
  isApplication: z.boolean(),
  email: z.string(),
});

/** Finds an account by username. */
export function findAccount(
  username: string,
): RowsQuery<z.infer<typeof accountSchema> | undefined> {
  return optionalRow(
    sql`select jsonb_build_object('accountId', a.account_id, 'isApplication', a.is_application, 'email', a.email)::text
from account a
where a.username = ${text(username)}`,
    accountSchema,
  );
}

/** Lists usernames in order, without the accounts of applications. */
export function listAccountNames(limit: number): RowsQuery<readonly string[]> {
  return manyRows(
    sql`select to_json(a.username)::text
from account a
where not a.is_application
order by a.username collate "C"
limit ${int(limit)}`,
    z.string(),
  );
}

/** Selects the EndedSessions of a statement whose CTE `changed` has at most one account. */
const selectEndedSessions: Statement = sql`select ${endedSessionsExpression}::text
from changed c`;

/** A CTE `changed` that activates or deactivates an account, which it has with `was_active`. @param otherAssignments of `update` */
function setIsActive(
  username: string,
  isActive: boolean,
  otherAssignments: Statement = sql``,
): Statement {
  return sql`current as materialized (
  select a.account_id, a.is_active
  from account a
  where a.username = ${text(username)}
  for no key update
),
changed as (
  update account a
  set is_active = ${boolean(isActive)}${otherAssignments}
  from current c
  where a.account_id = c.account_id
  returning a.*, c.is_active as was_active
)`;
}

/** The recorded change of a statement with `setIsActive`. */
const changedActivity: Statement = sql`select
      c.account_id::text as target_id,
      c.username as target,
      jsonb_build_object('is_active', c.was_active) as before,
      jsonb_build_object('is_active', c.is_active) as after
    from changed c`;

/**
 * Changes a password, ends all sessions of the account, and deletes its failed sign-ins, which unlocks it. If the account came from the
 * database of another platform, its password no longer follows that.
 * @rule Sign-in and tokens: What ends a token family, with all its tokens?
 * @returns undefined if there is no such account, or it belongs to an application
 */
export function changePassword(
  username: string,
  passwordHash: PasswordHash,
): ChangeQuery<EndedSessions | undefined> {
  return changeQuery(
    'account-password-changed',
    {
      tables: sql`changed as (
  update account
  set
    password_hash = ${text(passwordHash)},
    tokens_valid_from = clock_timestamp()
  where username = ${text(username)}
    and not is_application
  returning account_id, username, email
),
own_password as (
  update imported_account l
  set has_own_password = true
  from changed c
  where l.account_id = c.account_id
),
deleted_attempt as (
  delete from sign_in_attempt t
  using changed c
  where t.name_key in (sign_in_name_key(c.username), sign_in_name_key(c.email))
    and t.name_key <> sign_in_name_key('')
),
${endedSessionsTables}`,
      changes: sql`select
      c.account_id::text as target_id,
      c.username as target,
      null::jsonb as before,
      jsonb_build_object('password', 'changed') as after
    from changed c`,
      result: selectEndedSessions,
    },
    (statement) => optionalRow(statement, endedSessionsSchema),
  );
}

/**
 * Deactivates an account, and ends all its sessions.
 * @rule Sign-in and tokens: What ends a token family, with all its tokens?
 * @returns undefined if there is no such account
 */
export function deactivateAccount(username: string): ChangeQuery<EndedSessions | undefined> {
  return changeQuery(
    'account-deactivated',
    {
      tables: sql`${setIsActive(username, false, sql`, tokens_valid_from = clock_timestamp()`)},
${endedSessionsTables}`,
      changes: changedActivity,
      result: selectEndedSessions,
    },
    (statement) => optionalRow(statement, endedSessionsSchema),
  );
}

/**
 * Activates an account.
 * @returns whether it has a password or belongs to an application; undefined if there is no such account
 */
export function activateAccount(username: string): ChangeQuery<boolean | undefined> {
  return changeQuery(
    'account-activated',
    {
      tables: setIsActive(username, true),
      changes: changedActivity,
      result: sql`select (c.password_hash is not null or c.is_application)::text
from changed c`,
    },
    (statement) => optionalRow(statement, z.boolean()),
  );
}

const listedAccountSchema = z
  .object({
    id: z.number(),
    username: z.string(),
    email: z.string(),
    groups: z.array(z.string()),
    isActive: z.boolean(),
    isAdministrator: z.boolean(),
    hasPassword: z.boolean(),
    isApplication: z.boolean(),
    lastSignIn: z.string().nullable(),
  })
  .readonly();

export type ListedAccount = z.output<typeof listedAccountSchema>;

/** Lists all accounts, ordered by username. */
export function listAccounts(): DocumentQuery<readonly ListedAccount[]> {
  return {
    lines: sql`select
    row_number() over (order by a.username collate "C") as position,
    jsonb_build_object(
      'id', a.account_id,
      'username', a.username,
      'email', a.email,
      'groups', ${groupNamesExpression()},
      'isActive', a.is_active,
      'isAdministrator', a.is_administrator,
      'hasPassword', a.password_hash is not null,
      'isApplication', a.is_application,
      'lastSignIn', to_char(a.last_sign_in_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
    )::text as line
  from account a`,
    parse: (lines) => lines.map((line) => listedAccountSchema.parse(JSON.parse(line))),
  };
}

const accountDefaultsSchema = z.object({
  isAdministrator: z.boolean(),
  groups: z.array(z.string()),
  read: z.boolean(),
  write: z.boolean(),
  delete: z.boolean(),
  history: z.boolean(),
});

/**
 * Reads what an account may do by the defaults of its groups, without regard to grants.
 * @returns undefined if there is no such account
 */
export function readAccountDefaults(
  username: string,
): RowsQuery<z.infer<typeof accountDefaultsSchema> | undefined> {
  return optionalRow(
    sql`select jsonb_build_object(
  'isAdministrator', is_administrator(a.account_id),
  'groups', ${groupNamesExpression()},
  'read', coalesce(bool_or(g.can_read), false),
  'write', coalesce(bool_or(g.can_write), false),
  'delete', coalesce(bool_or(g.can_delete), false),
  'history', coalesce(bool_or(g.can_read_history), false)
)::text
from account a
left join group_member m on m.account_id = a.account_id
left join account_group g on g.account_group_id = m.account_group_id
where a.username = ${text(username)}
group by a.account_id`,
    accountDefaultsSchema,
  );
}
