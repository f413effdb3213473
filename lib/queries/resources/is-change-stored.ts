import { sql, uuid, type Statement } from '../../data-api/sql.ts';
import type { ResourceId } from '../../model/ids.ts';

/** Names some work at a resource instance: the edit log keeps what it wrote under its transaction id. */
export type ChangeId = { readonly resourceId: ResourceId; readonly transactionId: string };

/** Whether some work is stored already: an expression that is true or false. */
export function isChangeStored({ resourceId, transactionId }: ChangeId): Statement {
  return sql`exists (
        select
        from edit_log e
        where e.resource_id = ${uuid(resourceId)}
          and e.transaction_id = ${uuid(transactionId)}
      )`;
}
