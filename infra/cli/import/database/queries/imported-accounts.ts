import * as z from 'zod';

import { oneRow, type PagedQuery, type RowsQuery } from '../../../../../lib/data-api/query.ts';
import { intArray, json, sql, type Statement } from '../../../../../lib/data-api/sql.ts';
import {
  endedSessionsExpression,
  endedSessionsSchema,
  endedSessionsTables,
} from '../../../accounts/queries/ended-sessions.ts';
import { groupNamesExpression } from '../../../accounts/queries/groups.ts';

const accountLinkSchema = z
  .object({
    /** Identifies the source, as in `origin`. */
    source: z.string(),
    /** The id of the account in the source. */
    sourceAccountId: z.number(),
    isActive: z.boolean(),
    isAdministrator: z.boolean(),
    /** MD5 of the password hash as it was read, in hexadecimal digits. */
    passwordDigest: z.string(),
    /** Whether the password was set in this service. */
    hasOwnPassword: z.boolean(),
  })
  .readonly();

/** Where an account came from, and what the last import has applied to it. */
export type AccountLink = z.output<typeof accountLinkSchema>;

const linkedAccountSchema = z
  .object({
    id: z.number(),
    username: z.string(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    isActive: z.boolean(),
    isAdministrator: z.boolean(),
    /** When its owner joined: `2026-11-28T12:00:00.000000Z`. */
    joinedAt: z.string(),
    /** MD5 of the stored password hash, in hexadecimal digits; null without a password. */
    passwordDigest: z.string().nullable(),
    /** The names of its groups, without memberships from an import of a database. */
    groups: z.array(z.string()).readonly(),
    /** The names of imported groups that it was removed from in this service. */
    removedGroups: z.array(z.string()).readonly(),
    /** Null if the account did not come from a source, or before links were stored. */
    link: accountLinkSchema.nullable(),
  })
  .readonly();

/** A stored account with its link to a source. */
export type LinkedAccount = z.output<typeof linkedAccountSchema>;

/** Lists all accounts except those of applications, in the order of their ids. */
export function listLinkedAccounts(): PagedQuery<readonly LinkedAccount[]> {
  return {
    items: (after, limit) => sql`select
  a.account_id::text as key,
  jsonb_build_object(
    'id', a.account_id,
    'username', a.username,
    'email', a.email,
    'firstName', a.first_name,
    'lastName', a.last_name,
    'isActive', a.is_active,
    'isAdministrator', a.is_administrator,
    'joinedAt', to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'passwordDigest', md5(a.password_hash),
    'groups', ${groupNamesExpression(sql`(select * from group_member where not is_imported)`)},
    'removedGroups', ${groupNamesExpression(sql`removed_membership`)},
    'link', case when l.account_id is not null then jsonb_build_object(
      'source', l.source::text,
      'sourceAccountId', l.source_account_id,
      'isActive', l.is_active,
      'isAdministrator', l.is_administrator,
      'passwordDigest', replace(l.password_digest::text, '-', ''),
      'hasOwnPassword', l.has_own_password
    ) end
  )::text as item
from account a
left join imported_account l on l.account_id = a.account_id
where not a.is_application
  and (${after} is null or a.account_id > ${after}::integer)
order by a.account_id
limit ${limit}`,
    parse: (items) => items.map((item) => linkedAccountSchema.parse(JSON.parse(item))),
  };
}

/** The link of an account as a row of `imported_account`. */
export type AccountLinkRow = {
  readonly source: string;
  readonly source_account_id: number;
  readonly is_active: boolean;
  readonly is_administrator: boolean;
  readonly password_digest: string;
  readonly has_own_password: boolean;
};

/**
 * Inserts or updates the links of the rows of a CTE.
 * @param table the name of the CTE, with the columns `account_id` and `link`, an AccountLinkRow
 */
export function mergeLinks(table: Statement): Statement {
  return sql`insert into imported_account (
    account_id, source, source_account_id, is_active, is_administrator, password_digest, has_own_password
  )
  select r.account_id, l.source, l.source_account_id, l.is_active, l.is_administrator, l.password_digest, l.has_own_password
  from ${table} r
  cross join lateral jsonb_to_record(r.link) as l (
    source bigint,
    source_account_id integer,
    is_active boolean,
    is_administrator boolean,
    password_digest uuid,
    has_own_password boolean
  )
  where r.link is not null
  on conflict (account_id) do update
    set
      source = excluded.source,
      source_account_id = excluded.source_account_id,
      is_active = excluded.is_active,
      is_administrator = excluded.is_administrator,
      password_digest = excluded.password_digest,
      has_own_password = excluded.has_own_password`;
}

/** Changes of an account that follows its source. */
export type FollowedAccountRow = {
  readonly account_id: number;
  readonly username: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly is_active: boolean;
  readonly is_administrator: boolean;
  readonly replaces_password: boolean;
  readonly password_hash: string | null;
  readonly ends_sessions: boolean;
  /** The state from which the changes were planned. An account that has another one by now is not changed. */
  readonly planned_from: {
    readonly is_active: boolean;
    readonly is_administrator: boolean;
    readonly has_own_password: boolean;
  };
  readonly link: AccountLinkRow;
};

/**
 * Gives accounts that get another username a temporary one, which nobody can sign in with, so that accounts may exchange theirs. Must be
 * followed by `applyFollowedAccounts` in the same transaction.
 */
export function releaseUsernames(accountIds: readonly number[]): Statement {
  return sql`update account
set username = 'application renamed ' || account_id
where account_id = any (${intArray(accountIds)})`;
}

const followedSchema = z.object({ changed: z.number(), ended: endedSessionsSchema });

/** The number of changed accounts, and of the sessions that ended. */
export type FollowedCounts = z.output<typeof followedSchema>;

/**
 * Applies the changes of a source to accounts, and ends the sessions of those that lose something.
 */
export function applyFollowedAccounts(
  rows: readonly FollowedAccountRow[],
): RowsQuery<FollowedCounts> {
  return oneRow(
    sql`with incoming as materialized (
  select r.*
  from jsonb_to_recordset(${json(rows)}) as r (
    account_id integer,
    username text,
    email text,
    first_name text,
    last_name text,
    is_active boolean,
    is_administrator boolean,
    replaces_password boolean,
    password_hash text,
    ends_sessions boolean,
    planned_from jsonb,
    link jsonb
  )
),
locked as materialized (
  select a.account_id
  from account a
  join incoming i on i.account_id = a.account_id
  left join imported_account l on l.account_id = a.account_id
  where (a.is_active, a.is_administrator, coalesce(l.has_own_password, false)) = (
    (i.planned_from ->> 'is_active')::boolean,
    (i.planned_from ->> 'is_administrator')::boolean,
    (i.planned_from ->> 'has_own_password')::boolean
  )
  order by a.account_id
  for no key update of a
),
current as materialized (
  select i.*
  from incoming i
  join locked l on l.account_id = i.account_id
),
updated as (
  update account a
  set
    username = i.username,
    email = i.email,
    first_name = i.first_name,
    last_name = i.last_name,
    is_active = i.is_active,
    is_administrator = i.is_administrator,
    password_hash = case when i.replaces_password then i.password_hash else a.password_hash end,
    tokens_valid_from = case when i.ends_sessions then clock_timestamp() else a.tokens_valid_from end
  from current i
  where a.account_id = i.account_id
  returning a.account_id
),
linked as (
  ${mergeLinks(sql`current`)}
),
changed as materialized (
  select c.account_id
  from current c
  where c.ends_sessions
),
${endedSessionsTables}
select jsonb_build_object(
  'changed', (select count(*) from updated),
  'ended', ${endedSessionsExpression}
)::text`,
    followedSchema,
  );
}
