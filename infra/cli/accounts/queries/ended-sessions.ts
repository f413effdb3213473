import * as z from 'zod';

import { sql, type Statement } from '../../../../lib/data-api/sql.ts';

export const endedSessionsSchema = z.object({ tokens: z.number(), sessions: z.number() });

/** The numbers of ended token families and browser sessions. */
export type EndedSessions = z.infer<typeof endedSessionsSchema>;

/**
 * CTEs of a statement whose CTE `changed` has the changed accounts: they revoke the token families of these accounts, with their refresh
 * tokens, and delete their browser sessions. The statement must also set `tokens_valid_from` of the accounts, which ends access tokens.
 * @rule Imports and exports: What ends the sessions of an account?
 */
export const endedSessionsTables: Statement = sql`ended_token as (
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

/** The expression for the EndedSessions of a statement with `endedSessionsTables`. */
export const endedSessionsExpression: Statement = sql`jsonb_build_object(
  'tokens', (select count(*) from ended_token),
  'sessions', (select count(*) from ended_session)
)`;
