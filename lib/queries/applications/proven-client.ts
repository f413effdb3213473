import { sql, text, type Statement } from '../../data-api/sql.ts';
import type { PresentedClient } from '../../model/accounts/presented-client.ts';

/** The application that a request comes from, where it proved itself: a public one by its id, a confidential one by its secret. */
export function provenClient({ clientId, secretHash }: PresentedClient): Statement {
  return sql`select o.application_id, o.client_id, o.client_type, o.grant_type, o.service_account_id
  from oauth_application o
  where o.client_id = ${text(clientId)}
    and (o.client_type = 'public' or o.client_secret_hash = ${text(secretHash)})`;
}
