import * as z from 'zod';

import { manyRows, oneRow, type RowsQuery } from '../../../../../lib/data-api/query.ts';
import { bigint, json, sql, type Statement } from '../../../../../lib/data-api/sql.ts';
import { mergeLinks, type AccountLinkRow } from '../../database/queries/imported-accounts.ts';

export type GroupRow = {
  /** null for the next free id. */
  readonly account_group_id: number | null;
  readonly name: string;
  readonly can_read: boolean;
  readonly can_write: boolean;
  readonly can_delete: boolean;
  readonly can_read_history: boolean;
  readonly is_administrator: boolean;
};

export type AccountRow = {
  /** null for the next free id. */
  readonly account_id: number | null;
  readonly username: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly is_active: boolean;
  readonly is_administrator: boolean;
  readonly password_hash: string | null;
  /** null for the current time. */
  readonly date_joined: string | null;
  /** Names of groups. */
  readonly groups: readonly string[];
  /** Undefined for an account that does not follow a source. */
  readonly link?: AccountLinkRow;
};

const storedGroupSchema = z
  .object({ id: z.number(), name: z.string(), isAdministrator: z.boolean() })
  .readonly();

export type StoredGroup = z.infer<typeof storedGroupSchema>;

export function listStoredGroups(): RowsQuery<readonly StoredGroup[]> {
  return manyRows(
    sql`select jsonb_build_object('id', g.account_group_id, 'name', g.name, 'isAdministrator', g.is_administrator)::text
from account_group g`,
    storedGroupSchema,
  );
}

export type AccountLookup = {
  readonly id: number | null;
  readonly username: string;
  readonly email: string;
};

const storedAccountSchema = z
  .object({
    id: z.number(),
    username: z.string(),
    email: z.string(),
    /** Whether an import may give it a password: it has none and belongs to no application. */
    canReceivePassword: z.boolean(),
  })
  .readonly();

export type StoredAccount = z.infer<typeof storedAccountSchema>;

/** Finds accounts by id, username or e-mail address. */
export function findStoredAccounts(
  lookups: readonly AccountLookup[],
): RowsQuery<readonly StoredAccount[]> {
  return manyRows(
    sql`with lookup as (
  select *
  from jsonb_to_recordset(${json(lookups)}) as l (id integer, username text, email text)
)
select jsonb_build_object(
  'id', a.account_id,
  'username', a.username,
  'email', a.email,
  'canReceivePassword', a.password_hash is null and not a.is_application
)::text
from account a
where a.account_id in (select l.id from lookup l)
  or a.username in (select l.username from lookup l)
  or (a.email <> '' and lower(a.email) in (select lower(l.email) from lookup l))`,
    storedAccountSchema,
  );
}

/**
 * Raises the sequences above the imported ids. Must be called as the owner of the database.
 * @param maxAccountId the largest imported account id; 0 if there is none
 * @param maxGroupId the largest imported group id; 0 if there is none
 */
export function reserveIds(maxAccountId: number, maxGroupId: number): Statement {
  return sql`select
  (select setval('account_account_id_seq', ${bigint(String(maxAccountId))}) from account_account_id_seq s where s.last_value <= ${bigint(String(maxAccountId))}),
  (
    select setval('account_group_account_group_id_seq', ${bigint(String(maxGroupId))})
    from account_group_account_group_id_seq s
    where s.last_value <= ${bigint(String(maxGroupId))}
  )`;
}

/**
 * Inserts the rows of the CTE `incoming` with their id, or with the next free id. Rows without an id are inserted separately,
 * because only the default of the column takes an id from the sequence. Rows whose id or name exists are ignored.
 * @returns CTEs, the last of which is `created` with the new rows
 */
function insertIncoming(table: Statement, id: Statement, columns: Statement): Statement {
  return sql`with_id as (
  insert into ${table} (${id}, ${columns})
  select ${id}, ${columns}
  from incoming
  where ${id} is not null
  on conflict do nothing
  returning *
),
without_id as (
  insert into ${table} (${columns})
  select ${columns}
  from incoming
  where ${id} is null
  on conflict do nothing
  returning *
),
created as (
  select * from with_id
  union all
  select * from without_id
)`;
}

/** Inserts groups, except those whose id or name is already stored. @returns the number of new groups */
export function insertGroups(rows: readonly GroupRow[]): RowsQuery<number> {
  const columns = sql`name, can_read, can_write, can_delete, can_read_history, is_administrator`;
  return oneRow(
    sql`with incoming as (
  select *
  from jsonb_to_recordset(${json(rows)}) as r (
    account_group_id integer,
    name text,
    can_read boolean,
    can_write boolean,
    can_delete boolean,
    can_read_history boolean,
    is_administrator boolean
  )
),
${insertIncoming(sql`account_group`, sql`account_group_id`, columns)}
select count(*)::text
from created`,
    z.number(),
  );
}

const mergedAccountsSchema = z.object({ created: z.number(), withAddedPassword: z.number() });

/**
 * Inserts accounts with their memberships, and links those that follow a source. A stored account with the same username only gets the password, if it has none.
 * @returns the numbers of new accounts and of new passwords
 */
export function mergeAccounts(
  rows: readonly AccountRow[],
): RowsQuery<z.infer<typeof mergedAccountsSchema>> {
  const columns = sql`username, email, first_name, last_name, is_active, is_administrator, password_hash, created_at`;
  return oneRow(
    sql`with incoming as (
  select r.*, coalesce(r.date_joined, clock_timestamp()) as created_at
  from jsonb_to_recordset(${json(rows)}) as r (
    account_id integer,
    username text,
    email text,
    first_name text,
    last_name text,
    is_active boolean,
    is_administrator boolean,
    password_hash text,
    date_joined timestamptz,
    groups jsonb,
    link jsonb
  )
),
updated as (
  update account a
  set password_hash = i.password_hash
  from incoming i
  where a.username = i.username
    and a.password_hash is null
    and not a.is_application
    and i.password_hash is not null
  returning a.account_id
),
own_password as (
  update imported_account l
  set has_own_password = true
  from updated u
  where l.account_id = u.account_id
),
${insertIncoming(sql`account`, sql`account_id`, columns)},
membership as (
  insert into group_member (account_id, account_group_id)
  select c.account_id, g.account_group_id
  from created c
  join incoming i on i.username = c.username
  cross join lateral jsonb_array_elements_text(i.groups) n
  join account_group g on g.name = n.value
  on conflict do nothing
),
incoming_link as (
  select c.account_id, i.link
  from created c
  join incoming i on i.username = c.username
),
linked as (
  ${mergeLinks(sql`incoming_link`)}
)
select jsonb_build_object(
  'created', (select count(*) from created),
  'withAddedPassword', (select count(*) from updated)
)::text`,
    mergedAccountsSchema,
  );
}
