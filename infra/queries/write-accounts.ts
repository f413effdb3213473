import * as z from 'zod';

import { manyRows, oneRow, type RowsQuery } from '../../lib/data-api/query.ts';
import { bigint, json, sql, type Statement } from '../../lib/data-api/sql.ts';

/** A group that is imported and was not there. */
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

/** An account that is imported. */
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
  /** null for now. */
  readonly date_joined: string | null;
  /** Names of groups. */
  readonly groups: readonly string[];
};

const storedGroup = z
  .object({ id: z.number(), name: z.string(), isAdministrator: z.boolean() })
  .readonly();

/** A group that is there, and whether its members may do everything. */
export type StoredGroup = z.infer<typeof storedGroup>;

/** All groups. */
export function findStoredGroups(): RowsQuery<readonly StoredGroup[]> {
  return manyRows(
    sql`select jsonb_build_object('id', g.account_group_id, 'name', g.name, 'isAdministrator', g.is_administrator)::text
from account_group g`,
    storedGroup,
  );
}

/** What is looked for among the accounts that are there. */
export type AccountLookup = {
  readonly id: number | null;
  readonly username: string;
  readonly email: string;
};

const storedAccount = z
  .object({
    id: z.number(),
    username: z.string(),
    email: z.string(),
    /** Whether it has no password, and is not that of an application. */
    couldTakePassword: z.boolean(),
  })
  .readonly();

/** An account that is there. */
export type StoredAccount = z.infer<typeof storedAccount>;

/** The accounts that have the id, the username or the e-mail address of one that is to be imported. */
export function findStoredAccounts(
  wanted: readonly AccountLookup[],
): RowsQuery<readonly StoredAccount[]> {
  return manyRows(
    sql`with wanted as (
  select *
  from jsonb_to_recordset(${json(wanted)}) as w (id integer, username text, email text)
)
select jsonb_build_object(
  'id', a.account_id,
  'username', a.username,
  'email', a.email,
  'couldTakePassword', a.password_hash is null and not a.is_application
)::text
from account a
where a.account_id in (select w.id from wanted w)
  or a.username in (select w.username from wanted w)
  or (a.email <> '' and lower(a.email) in (select lower(w.email) from wanted w))`,
    storedAccount,
  );
}

/**
 * Moves the sequences of ids past those that are imported, and never back. Sequences belong to the role that migrates.
 * @param account the largest id of an account, 0 for none
 * @param group the same of groups
 */
export function reserveIds(account: number, group: number): Statement {
  return sql`select
  (select setval('account_account_id_seq', ${bigint(String(account))}) from account_account_id_seq s where s.last_value <= ${bigint(String(account))}),
  (
    select setval('account_group_account_group_id_seq', ${bigint(String(group))})
    from account_group_account_group_id_seq s
    where s.last_value <= ${bigint(String(group))}
  )`;
}

/**
 * Inserts what is in the table `incoming`: under its id where it has one, else under the next free id, which only a default may take from the sequence. What has an id or name
 * that is there is left alone.
 * @returns common table expressions, the last of which is `created`: the rows that are new
 */
function insertedOf(table: Statement, id: Statement, columns: Statement): Statement {
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

/** Inserts groups; one whose id or name is there is left alone. @returns the number of new groups */
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
${insertedOf(sql`account_group`, sql`account_group_id`, columns)}
select count(*)::text
from created`,
    z.number(),
  );
}

const merged = z.object({ created: z.number(), givenPassword: z.number() });

/**
 * Inserts accounts with their memberships. One that is there keeps all it has; where it has no password, it takes that of the
 * import.
 * @returns the numbers of new accounts, and of accounts that took a password
 */
export function mergeAccounts(rows: readonly AccountRow[]): RowsQuery<z.infer<typeof merged>> {
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
    groups jsonb
  )
),
given as (
  update account a
  set password_hash = i.password_hash
  from incoming i
  where a.username = i.username
    and a.password_hash is null
    and not a.is_application
    and i.password_hash is not null
  returning a.account_id
),
${insertedOf(sql`account`, sql`account_id`, columns)},
joined as (
  insert into group_member (account_id, account_group_id)
  select c.account_id, g.account_group_id
  from created c
  join incoming i on i.username = c.username
  cross join lateral jsonb_array_elements_text(i.groups) n
  join account_group g on g.name = n.value
  on conflict do nothing
)
select jsonb_build_object(
  'created', (select count(*) from created),
  'givenPassword', (select count(*) from given)
)::text`,
    merged,
  );
}
