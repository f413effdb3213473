import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import type { Scope } from '../../model/accounts/scope.ts';
import { int, sql, textArray, uuid } from '../../data-api/sql.ts';
import type { PresentedClient } from '../../model/accounts/presented-client.ts';
import { deleteExpiredFamilies } from '../sign-in/complete-sign-in.ts';
import { authenticatedClientQuery } from '../applications/authenticated-client.ts';

/** A grant of client credentials. */
export type ClientGrant = {
  readonly client: PresentedClient;
  readonly tokenFamilyId: string;
  readonly scope: readonly Scope[];
  /** The lifetime of the token. */
  readonly seconds: number;
};

const outcomeSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.enum(['invalid_client', 'unauthorized_client']),
    accountId: z.null(),
  }),
  z.object({ outcome: z.literal('granted'), accountId: z.number() }),
]);

/** Begins a token family for an application that acts for itself (RFC 6749, section 4.4). */
export function grantClientToken({
  client,
  tokenFamilyId,
  scope,
  seconds,
}: ClientGrant): RowsQuery<z.infer<typeof outcomeSchema>> {
  return oneRow(
    sql`with client as materialized (
  ${authenticatedClientQuery(client)}
  for share
),
expired as (
  ${deleteExpiredFamilies}
),
granted as (
  insert into token_family (token_family_id, account_id, application_id, scope, expires_at)
  select
    ${uuid(tokenFamilyId)},
    a.account_id,
    c.application_id,
    ${textArray(scope)},
    now() + make_interval(secs => ${int(seconds)})
  from client c
  join account a on a.account_id = c.service_account_id
  where c.grant_type = 'client-credentials'
    and a.is_active
    and a.is_application
  returning account_id
)
select jsonb_build_object(
  'outcome', case
    when not exists (select from client) then 'invalid_client'
    when g.account_id is null then 'unauthorized_client'
    else 'granted'
  end,
  'accountId', g.account_id
)::text
from (select) one_row
left join granted g on true`,
    outcomeSchema,
  );
}
