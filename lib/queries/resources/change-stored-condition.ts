import { sql, uuid, type Statement } from '../../data-api/sql.ts';
import type { ResourceId } from '../../model/ids.ts';

/** Identifies a change of a resource instance by the transaction id in the edit log. */
export type ChangeId = { readonly resourceId: ResourceId; readonly transactionId: string };

/** SQL condition: the change is already stored. */
export function changeStoredCondition({ resourceId, transactionId }: ChangeId): Statement {
  return sql`exists (
        select
        from edit_log e
        where e.resource_id = ${uuid(resourceId)}
          and e.transaction_id = ${uuid(transactionId)}
      )`;
}
