import { runQuery } from '../../lib/data-api/query.ts';
import type { ChangeQuery } from '../../lib/queries/access-changes/change-query.ts';
import type { Connection } from './connection.ts';

/** Changes accounts, groups, grants or applications, and records the change as one of the operator. */
export async function runChange<Value>(
  { service, readOperator }: Pick<Connection, 'service' | 'readOperator'>,
  query: ChangeQuery<Value>,
): Promise<Value> {
  return runQuery(service.write, query.recordedBy(await readOperator()));
}
