import type { DataApi } from '../../data-api/client.ts';
import { runQuery, type RowsQuery } from '../../data-api/query.ts';
import { toOutcome } from '../execute.ts';
import type { StoreOutcome } from '../retry-until-stored.ts';
import { toViewError } from './view-errors.ts';

/**
 * Writes a spatial view in one call.
 * @param query returns undefined after a conflict
 * @throws Conflict, InvalidInput, ViewsInUse for rejections of the database; TimeExceeded
 */
export async function writeView<Value>(
  dataApi: DataApi,
  query: RowsQuery<Value | undefined>,
): Promise<StoreOutcome<Value>> {
  let value: Value | undefined;
  const kind = await toOutcome(async () => {
    value = await runQuery(dataApi.write, query).catch((error: unknown) => {
      throw toViewError(error);
    });
    return value === undefined ? 'conflict' : 'stored';
  });
  if (kind !== 'stored') return kind;
  return value === undefined ? 'conflict' : { result: value };
}
