import type { DataApi } from '../../data-api/client.ts';
import { run, type RowsQuery } from '../../data-api/query.ts';
import { outcomeOf } from '../store.ts';
import type { Tried } from '../until-stored.ts';
import { refusalOf } from './errors.ts';

/**
 * Writes, in one call.
 * @param query gives undefined where what it was made on has changed
 * @throws Conflict, InvalidInput, ViewsInUse as the database refuses; OutOfTime
 */
export async function written<Value>(
  data: DataApi,
  query: RowsQuery<Value | undefined>,
): Promise<Tried<Value>> {
  let value: Value | undefined;
  const kind = await outcomeOf(async () => {
    value = await run(data.write, query).catch((error: unknown) => {
      throw refusalOf(error);
    });
    return value === undefined ? 'changed' : 'stored';
  });
  if (kind !== 'stored') return kind;
  return value === undefined ? 'changed' : { result: value };
}
