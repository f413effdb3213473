import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import { sql, text } from '../../data-api/sql.ts';
import type { PresentedClient } from '../../model/accounts/presented-client.ts';
import { authenticatedClientQuery } from './authenticated-client.ts';
import {
  attemptNumbers,
  attemptsSchema,
  clientAttemptKey,
  pendingAttemptTables,
  type AttemptCounters,
} from '../sign-in/attempt-counters.ts';
import { deleteExpiredAttempts } from '../sign-in/delete-expired-attempts.ts';
import {
  updatedCounterTable,
  verifiedAttemptTables,
  type MaxFailures,
} from '../sign-in/end-attempt.ts';

type AttemptingClient = Pick<PresentedClient, 'clientId' | 'addressKey'>;

/** The counters of attempts to prove an application at an address. */
export function countersOfClient({ clientId, addressKey }: AttemptingClient): AttemptCounters {
  return { nameKey: clientAttemptKey(clientId), addressKey };
}

const secretAttemptSchema = z
  .object({
    /** Whether the application is authenticated by now, because a concurrent request has replaced its hash; then nothing is counted. */
    isAuthenticated: z.boolean(),
    /** The hash against which to check the secret; null if no application has one that is a hash of a password, so that nothing is counted. */
    hash: z.string().nullable(),
    /** Whether it is the hash of this application. Otherwise it is that of another, so that the check takes as long. */
    isOwnHash: z.boolean(),
    attempts: attemptsSchema,
  })
  .readonly();

/**
 * Counts an attempt to prove an application with a secret as pending, before the secret is checked against a hash of a password (of
 * Django, with the letter $), which another platform stored.
 */
export function countSecretAttempt(
  client: PresentedClient,
): RowsQuery<z.infer<typeof secretAttemptSchema>> {
  const counters = countersOfClient(client);
  return oneRow(
    sql`with expired as (
  ${deleteExpiredAttempts}
),
authenticated as materialized (
  ${authenticatedClientQuery(client)}
),
password_hash as materialized (
  select
    o.client_secret_hash,
    o.client_id = ${text(client.clientId)} as is_own
  from oauth_application o
  where strpos(o.client_secret_hash, '$') > 0
    and not exists (select from authenticated)
  order by
    o.client_id = ${text(client.clientId)} desc,
    md5(o.client_id) >= md5(${text(client.clientId)}) desc,
    md5(o.client_id)
  limit 1
),
${pendingAttemptTables(counters, sql`from password_hash`)}
select jsonb_build_object(
  'isAuthenticated', exists (select from authenticated),
  'hash', h.client_secret_hash,
  'isOwnHash', coalesce(h.is_own, false),
  'attempts', ${attemptNumbers(counters)}
)::text
from (select) one_row
left join password_hash h on true
left join address_counter a on true
left join name_counter n on true`,
    secretAttemptSchema,
  );
}

/** An application whose secret was right. */
export type VerifiedSecret = AttemptingClient & {
  /** The hash against which the secret was checked. */
  readonly checkedHash: string;
  /** The hash that replaces it; null to keep it. */
  readonly newHash: string | null;
  readonly maxFailures: MaxFailures;
};

const completionSchema = z
  .object({
    /** Seconds to wait, if too many concurrent attempts have failed by now. */
    wait: z.number().nullable(),
  })
  .readonly();

/** Completes an attempt whose secret was right: resets its failures at this address, and replaces the hash if it is still stored. */
export function completeSecretAttempt({
  checkedHash,
  newHash,
  maxFailures,
  ...client
}: VerifiedSecret): RowsQuery<z.infer<typeof completionSchema>> {
  return oneRow(
    sql`with unchanged_application as materialized (
  select o.application_id
  from oauth_application o
  where o.client_id = ${text(client.clientId)}
    and o.client_secret_hash = ${text(checkedHash)}
  for no key update of o
),
${verifiedAttemptTables(countersOfClient(client), maxFailures, sql`unchanged_application`)},
accepted as (
  select t.ends_at
  from throttled t
  where t.ends_at is null
),
replaced as (
  update oauth_application o
  set client_secret_hash = ${text(newHash)}
  from unchanged_application u
  cross join accepted
  where o.application_id = u.application_id
    and ${text(newHash)} is not null
),
${updatedCounterTable(sql`(select true as is_accepted from accepted)`)}
select jsonb_build_object('wait', ceil(extract(epoch from t.ends_at - now()))::int4)::text
from throttled t`,
    completionSchema,
  );
}
