import * as z from 'zod';

import { markPrepared } from '../../data-api/prepared-statements.ts';
import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import { sql, text } from '../../data-api/sql.ts';
import type { PreparedVariants } from '../prepared-variants.ts';
import {
  attemptNumbers,
  attemptsSchema,
  pendingAttemptTables,
  personAttemptKey,
} from './attempt-counters.ts';
import { deleteExpiredAttempts } from './delete-expired-attempts.ts';

export type SignInAttempt = {
  /** A username or an e-mail address as typed, in NFC. */
  readonly name: string;
  readonly addressKey: string;
  /** The application of the sign-in; null for the service's own pages. */
  readonly clientId: string | null;
};

const countedSignInSchema = z
  .object({
    /** Whether the application may sign users in. */
    maySignIn: z.boolean(),
    /** Null for an unknown name. */
    accountId: z.number().nullable(),
    isActive: z.boolean(),
    /** The hash against which to check the password. For an unknown name it is that of another account, so that the check takes as long. */
    passwordHash: z.string().nullable(),
    attempts: attemptsSchema,
  })
  .readonly();

/**
 * Counts an attempt as pending before its password is checked, so that concurrent attempts are counted one by one. An
 * attempt through an application that may not sign users in is not counted. An e-mail address of several accounts
 * matches none. Attempts are counted by the name as typed, whether it exists or not, so that the count does
 * not reveal which names exist.
 * @rule Sign-in and tokens: How are sign-in attempts counted?
 */
export function countSignInAttempt({
  name,
  addressKey,
  clientId,
}: SignInAttempt): RowsQuery<z.infer<typeof countedSignInSchema>> {
  const counters = { nameKey: personAttemptKey(name), addressKey };
  return oneRow(
    markPrepared(sql`with expired as (
  ${deleteExpiredAttempts}
),
client as materialized (
  select
    ${text(clientId)} is null
      or exists (
        select
        from oauth_application o
        where o.client_id = ${text(clientId)}
          and o.client_type = 'public'
          and o.grant_type = 'password'
      ) as may_sign_in
),
by_username as materialized (
  select a.account_id
  from account a
  where a.username = ${text(name)}
),
by_email as materialized (
  select a.account_id
  from account a
  where lower(a.email) = lower(${text(name)})
    and a.email <> ''
    and not exists (select from by_username)
),
matching_account as materialized (
  select a.account_id, a.is_active, a.password_hash
  from account a
  where a.account_id = (select u.account_id from by_username u)
    or a.account_id = (select min(e.account_id) from by_email e having count(*) = 1)
),
decoy as materialized (
  select coalesce(
    (
      select a.password_hash
      from account a
      where a.password_hash is not null
        and md5(a.username) >= md5(${text(name)})
      order by md5(a.username)
      limit 1
    ),
    (
      select a.password_hash
      from account a
      where a.password_hash is not null
      order by md5(a.username)
      limit 1
    )
  ) as password_hash
),
${pendingAttemptTables(
  counters,
  sql`from client c
  where c.may_sign_in`,
)}
select jsonb_build_object(
  'maySignIn', c.may_sign_in,
  'accountId', m.account_id,
  'isActive', coalesce(m.is_active and m.password_hash is not null, false),
  'passwordHash', coalesce(m.password_hash, d.password_hash),
  'attempts', ${attemptNumbers(counters)}
)::text
from client c
cross join decoy d
left join matching_account m on true
left join address_counter a on true
left join name_counter n on true`),
    countedSignInSchema,
  );
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'none',
  variants: () => [countSignInAttempt({ name: '', addressKey: '', clientId: null })],
};
