import * as z from 'zod';

import { markPrepared } from '../../data-api/prepared-statements.ts';
import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import { sql, text, type Statement } from '../../data-api/sql.ts';
import type { PresentedClient } from '../../model/accounts/presented-client.ts';
import { authenticatedClientQuery } from '../applications/authenticated-client.ts';
import { tokenFamilyIdExpression, type TokenReference } from './token-reference.ts';
import type { PreparedVariants } from '../prepared-variants.ts';

const introspectionSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.enum(['invalid_client', 'unknown']) }),
  z.object({
    outcome: z.literal('active'),
    accountId: z.number(),
    username: z.string(),
    clientId: z.string().nullable(),
    /** As granted, separated by spaces. */
    scope: z.string(),
    /** The end and the beginning of the token family, in seconds since 1970. */
    endsAt: z.number(),
    beganAt: z.number(),
  }),
]);

export type IntrospectedToken = z.infer<typeof introspectionSchema>;

/**
 * Describes a token to a confidential application (RFC 7662).
 * @param reference null if the text is not a token
 * @param signingKeyId the id of the key of an access token; null for a refresh token
 */
export function introspectToken(
  client: PresentedClient,
  reference: TokenReference | null,
  signingKeyId: string | null,
): RowsQuery<IntrospectedToken> {
  return oneRow(
    markPrepared(sql`with client as (
  ${authenticatedClientQuery(client)}
),
family as (
  select a.account_id, a.username, o.client_id, f.scope, f.expires_at, f.created_at
  from token_family f
  join account a on a.account_id = f.account_id
  left join oauth_application o on o.application_id = f.application_id
  where ${reference === null ? sql`false` : sql`f.token_family_id = ${tokenFamilyIdExpression(reference)}`}
    and is_token_family_valid(f.token_family_id)
    ${reference?.kind === 'refresh-token' ? unusedTokenCondition(reference.tokenHash) : sql``}
    ${signingKeyId === null ? sql`` : sql`and exists (select from signing_key k where k.key_id = ${text(signingKeyId)})`}
)
select jsonb_build_object(
  'outcome', case
    when not exists (select from client c where c.client_type = 'confidential') then 'invalid_client'
    when f.account_id is null then 'unknown'
    else 'active'
  end,
  'accountId', f.account_id,
  'username', f.username,
  'clientId', f.client_id,
  'scope', array_to_string(f.scope, ' '),
  'endsAt', extract(epoch from f.expires_at)::int8,
  'beganAt', extract(epoch from f.created_at)::int8
)::text
from (select) one_row
left join family f on true`),
    introspectionSchema,
  );
}

function unusedTokenCondition(tokenHash: string): Statement {
  return sql`and exists (
      select
      from refresh_token r
      where r.token_hash = ${text(tokenHash)}
        and r.successor_hash is null
    )`;
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'none',
  variants: (_caller, { uuid }) => {
    const client = { clientId: '', secretHash: null, addressKey: '' };
    return [
      introspectToken(client, null, null),
      introspectToken(client, { kind: 'refresh-token', tokenHash: '' }, null),
      introspectToken(client, { kind: 'access-token', tokenFamilyId: uuid }, ''),
    ];
  },
};
