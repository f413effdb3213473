import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import { sql } from '../../data-api/sql.ts';
import type { PresentedClient } from '../../model/accounts/presented-client.ts';
import { authenticatedClientQuery } from '../applications/authenticated-client.ts';
import { tokenFamilyIdExpression, type TokenReference } from './token-reference.ts';

const outcomeSchema = z
  .object({
    outcome: z.enum(['invalid_client', 'other_client', 'done']),
    /** Null if nothing was revoked. */
    accountId: z.number().nullable(),
  })
  .readonly();

/**
 * Revokes the whole token family of a token (RFC 7009). An unknown token counts as revoked. A token that was granted
 * without an application can be revoked through any application.
 * @rule Sign-in and tokens: What ends a token family, with all its tokens?
 * @param reference null if the text is not a token
 */
export function revokeToken(
  client: PresentedClient,
  reference: TokenReference | null,
): RowsQuery<z.infer<typeof outcomeSchema>> {
  return oneRow(
    sql`with client as materialized (
  ${authenticatedClientQuery(client)}
),
family as materialized (
  select f.token_family_id, f.application_id, f.account_id
  from token_family f
  where ${reference === null ? sql`false` : sql`f.token_family_id = ${tokenFamilyIdExpression(reference)}`}
),
revoked as (
  update token_family t
  set revoked_at = clock_timestamp()
  from family f
  join client c on c.application_id = coalesce(f.application_id, c.application_id)
  where t.token_family_id = f.token_family_id
    and t.revoked_at is null
  returning t.account_id
)
select jsonb_build_object(
  'outcome', case
    when not exists (select from client) then 'invalid_client'
    when exists (
        select
        from family f
        where f.application_id <> (select c.application_id from client c)
      )
      then 'other_client'
    else 'done'
  end,
  'accountId', (select r.account_id from revoked r)
)::text`,
    outcomeSchema,
  );
}
