import * as z from 'zod';

import { manyRows, type RowsQuery } from '../../data-api/query.ts';
import { int, sql } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';

/** Lists the ids of the models of which the caller may read something. */
export function listReadableGraphIds(caller: Caller): RowsQuery<readonly string[]> {
  return manyRows(
    sql`select to_jsonb(m.graph_id)::text
from readable_model(${int(caller)}) m
order by m.graph_id`,
    z.string(),
  );
}
