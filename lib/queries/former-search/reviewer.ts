import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import { int, sql } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';

/** Whether the caller reviews proposals. */
export function findIsReviewer(caller: Caller): RowsQuery<boolean> {
  return oneRow(sql`select to_jsonb(is_reviewer(${int(caller)}))::text`, z.boolean());
}
