import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../../../lib/data-api/query.ts';
import { sql, type Statement } from '../../../../lib/data-api/sql.ts';

/** Executes a statement that ends with `returning 1`, and counts its rows. */
export function countWrittenRows(statement: Statement): RowsQuery<number> {
  return oneRow(
    sql`with written as (
  ${statement}
)
select count(*)::text
from written`,
    z.number(),
  );
}
